import AttachmentPipeline
import MediaInspection
import MediaTypes
import Telemetry

/// Finds the inspector beside this program and prepares its pool.
enum InspectorOpening {
    /// Prepares the pool; no process starts before there is a file to inspect.
    static func open(_ settings: Settings, metrics: PipelineMetrics = PipelineMetrics()) throws(CommandError)
        -> InspectorPool
    {
        var configuration = InspectorPool.Configuration()
        configuration.count = settings.inspectors
        configuration.sandbox = settings.sandbox
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
            throw CommandError(error)
        }
    }

    /// Starts one inspector, so that a command that cannot inspect anything ends before its first file.
    static func warmUp(_ inspectors: InspectorPool) async throws(CommandError) {
        do throws(InspectorError) {
            try await inspectors.warmUp()
        } catch {
            throw CommandError(error)
        }
    }

    /// The locks that do not hold, as sentences for the log and for `/readyz`.
    static func missingLocks(of inspectors: InspectorPool) -> [String] {
        (inspectors.locks?.missing ?? []).map { "the inspectors run without \($0), which is not available here" }
    }
}

extension CommandError {
    /// A lack of inspectors with its cure; the fault is one of the installation.
    init(_ error: InspectorError) {
        let cure =
            switch error {
            case .unlocked:
                "allow the system calls seccomp and landlock_*, or demand less with --require-sandbox seccomp|off"
            case .executableMissing: "install attachd-inspector beside attachd or in its libexec folder"
            case .foreign: "install attachd and attachd-inspector from one build"
            case .system, .ended, .notReady, .shutDown: "check the installation and the limits of the process"
            }
        self.init(.software, "\(error)", cure: cure)
    }
}
