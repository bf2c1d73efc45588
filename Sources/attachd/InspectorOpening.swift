import AttachmentPipeline
import MediaInspection
import Telemetry

/// Finds the inspector beside this program and prepares its pool; no process starts before there is a file to inspect.
enum InspectorOpening {
    static func open(_ settings: Settings, metrics: PipelineMetrics = PipelineMetrics()) throws(CommandError)
        -> InspectorPool
    {
        var configuration = InspectorPool.Configuration()
        configuration.count = settings.inspectors
        let log = settings.log
        configuration.observe = { event in
            metrics.count(event)
            switch event {
            case .failed(let process, let detail):
                log.event(.warning, "an inspector failed", [("process", "\(process)"), ("detail", detail)])
            case .notStarted(let detail):
                log.event(.error, "no inspector could be started", [("detail", detail)])
            case .started(let process), .handedOver(let process), .answered(let process), .recycled(let process):
                log.event(.debug, "inspector", [("process", "\(process)"), ("event", "\(event)")])
            }
        }
        do throws(InspectorError) {
            return try InspectorPool(try InspectorExecutable.find(), configuration)
        } catch {
            throw CommandError(
                .software, "\(error)", cure: "install attachd-inspector beside attachd or in its libexec folder")
        }
    }
}
