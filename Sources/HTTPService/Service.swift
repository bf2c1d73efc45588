package import AttachmentCache
package import AttachmentPipeline
import Synchronization
package import Telemetry

/// What the daemon serves: the pipeline and the cache behind the routes of DESIGN section 6.
package final class Service: Sendable {
    let pipeline: AttachmentPipeline
    let cache: AttachmentCache
    let configuration: ServiceConfiguration
    let metrics: MetricsRegistry
    let departures: Departures
    /// Descriptors that were rendered lately.
    let rendered = RenderedAnswers()
    private let log: Log
    private let admission: AdmissionDesk
    private let isDraining = Mutex(false)

    /// Puts a service together; it answers once its routes stand in a server.
    package init(
        _ configuration: ServiceConfiguration, pipeline: AttachmentPipeline, cache: AttachmentCache,
        metrics: MetricsRegistry, log: Log = .silent
    ) {
        self.log = log
        self.metrics = metrics
        self.configuration = configuration
        self.pipeline = pipeline
        self.cache = cache
        departures = Departures(from: cache)
        admission = AdmissionDesk(configuration.admission)
    }

    /// The table of what is answered.
    package var routes: [Route] {
        ContentRoutes(service: self).routes + BlobRoutes(service: self).routes + CacheRoutes(service: self).routes
            + PrewarmRoutes(service: self).routes + OperatorRoutes(service: self).routes
            + PreviewRoutes(service: self).routes
    }

    /// Lets `/readyz` say that no new work should come.
    package func beginDraining() {
        isDraining.withLock { $0 = true }
    }

    /// Why the service should get no new work; empty when it is ready.
    var reasonsAgainstWork: [String] {
        var reasons: [String] = []
        if isDraining.withLock({ $0 }) { reasons.append("draining") }
        if admission.isFull { reasons.append("overloaded") }
        return reasons
    }

    /// What keeps blobs in the cache for a time from now on.
    func pins(for duration: Duration) -> PipelineBackend.Pin {
        PipelineBackend.pins(in: cache, for: duration, clocks: .system, log: log)
    }

    /// Answers a request with a body that is written while it goes out, unless there is too much to do already.
    ///
    /// - Parameters:
    ///   - size: about how many bytes of memory it takes.
    ///   - response: status and fields.
    ///   - work: writes the body.
    /// - Returns: the reply.
    func streaming(
        _ size: Int64, _ response: HTTPResponse, _ work: @escaping @Sendable (StreamWriter) async -> Void
    ) -> HTTPReply {
        switch admission.admit(bytes: size) {
        case .failure(let shed): return .now(Service.overloaded(shed))
        case .success(let ticket):
            return .streamed(response) { writer in
                await work(writer)
                withExtendedLifetime(ticket) {}
            }
        }
    }

    /// Answers a request that must wait, unless there is too much waiting already.
    ///
    /// - Parameters:
    ///   - size: about how many bytes of memory it takes while it waits.
    ///   - answer: what is done and sent.
    /// - Returns: the reply.
    func waiting(_ size: Int64, _ answer: @escaping @Sendable () async -> HTTPResponse) -> HTTPReply {
        switch admission.admit(bytes: size) {
        case .failure(let shed):
            return .now(Service.overloaded(shed))
        case .success(let ticket):
            return .later {
                // The place is given up with the ticket, also where the client leaves before this runs.
                let response = await answer()
                withExtendedLifetime(ticket) {}
                return response
            }
        }
    }

    private static func overloaded(_ shed: AdmissionDesk.Shed) -> HTTPResponse {
        ProblemDetails.overloaded(
            "There is too much to do; try again in \(shed.retryAfter) s.", retryAfter: shed.retryAfter
        ).response()
    }
}
