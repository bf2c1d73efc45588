import AttachmentPipeline
import NotificationContent
import Synchronization
import Telemetry

/// `POST /v1/prewarm`: lines in, result lines out in the order of completion.
struct PrewarmRoutes: Sendable {
    /// The most bytes of a batch.
    static let bodyLimit = 1 << 20
    /// The most lines of a batch.
    static let linesLimit = 1_000
    /// Blobs that a batch names are kept for so long, unless it says otherwise.
    static let standardPin: Duration = .seconds(7 * 86_400)
    /// They are kept for so long at most.
    static let longestPin: Duration = .seconds(30 * 86_400)

    let service: Service

    var routes: [Route] {
        [
            Route(
                .post, "/v1/prewarm", query: ["timeout", "policy", "dialect", "pin"],
                bodyLimit: PrewarmRoutes.bodyLimit,
                contentTypes: ["application/x-ndjson", "application/ndjson", "application/json", "text/plain"]
            ) { prewarm($0) }
        ]
    }

    private func prewarm(_ routed: RoutedRequest) -> HTTPReply {
        let request = routed.request
        let options: RequestOptions
        let pin: Duration
        do throws(ProblemDetails) {
            options = try RequestOptions(
                request.target, standard: service.configuration.timeout, policies: service.configuration.policies)
            pin = try PrewarmRoutes.pin(request.target)
        } catch {
            return .now(error.response())
        }
        var splitter = LineSplitter()
        var lines: [PrewarmLine] = []
        let read = { (number: Int, bytes: ArraySlice<UInt8>?) in
            guard number <= PrewarmRoutes.linesLimit else { return }
            if let line = PrewarmLine(PrewarmPlace(line: number), bytes: bytes) { lines.append(line) }
        }
        splitter.add(request.body, read)
        splitter.end(read)
        guard splitter.count <= PrewarmRoutes.linesLimit else {
            let limit = PrewarmRoutes.linesLimit
            return .now(ProblemDetails(.contentTooLarge, "The batch has more than \(limit) lines.").response())
        }
        let size = Int64(request.body.count) * 4 + 65_536
        let backend = PipelineBackend(
            service.pipeline, policy: options.policy, timeout: options.timeout, clocks: .system,
            pin: service.pins(for: pin))
        let room = service.configuration.prewarm
        return service.streaming(size, HTTPResponse(.ok, headers: [.lines])) { [lines] writer in
            let rest = Mutex(lines[...])
            _ = await Prewarm(backend, room: room, clocks: .system).run {
                let part = rest.withLock { rest in
                    defer { rest = rest.dropFirst(PrewarmRoutes.linesAtOnce) }
                    return rest.prefix(PrewarmRoutes.linesAtOnce)
                }
                return part.isEmpty ? nil : part.flatMap { $0.wishes(dialect: options.dialect) }
            } _: { results in
                await writer.write(PrewarmResult.lines(results))
            }
        }
    }

    /// Lines read at a time; a payload may name many URLs.
    private static let linesAtOnce = 256

    private static func pin(_ target: RequestTarget) throws(ProblemDetails) -> Duration {
        guard let text = target.query("pin") else { return standardPin }
        let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e }
        guard isDecimal, text.utf8.count <= 16, let seconds = Double(text) else {
            throw ProblemDetails(
                .badRequest, "pin must be seconds, such as 604800.", members: [.text("name", "pin")])
        }
        return min(.milliseconds(Int64(min(seconds, 1e9) * 1000)), longestPin)
    }
}
