import AttachmentCache
import AttachmentPipeline
import Glibc
import HTTPService
import MediaInspection
import NotificationContent
import Synchronization
import Telemetry

/// `attachd prewarm`: lists of URLs and payloads in, media in the cache and result lines out.
struct PrewarmCommand {
    /// How the work ended.
    private enum End: Sendable {
        case worked(Result<Void, CommandError>)
        case signalled
    }

    private let arguments: Arguments
    private let settings: Settings
    private let order: PrewarmOrder
    private let names: [String]
    /// Whether result lines are written: not where a person looks on, unless asked for.
    private let writesLines: Bool

    /// Checks the command line.
    init(_ arguments: Arguments) throws(CommandError) {
        self.arguments = arguments
        settings = try Settings(arguments, environment: StandardStreams.environment)
        order = try PrewarmOrder(arguments)
        writesLines = !StandardStreams.outputIsTerminal || arguments.flag("json")
        if arguments.operands.isEmpty, StandardStreams.inputIsTerminal {
            throw CommandError(
                .usage, "no list given", cure: "name a FILE with one URL or payload a line, or pipe one in")
        }
        names = arguments.operands.isEmpty ? ["-"] : arguments.operands
    }

    /// Works through the whole list, or until a signal.
    func run() async throws(CommandError) -> ExitStatus {
        let signals = try PrewarmCommand.watchSignals()
        let input = try PrewarmInput(names, dialect: order.dialect)
        let report = try arguments.value("report").map { path throws(CommandError) in try PrewarmReport(path) }
        let display = ProgressDisplay(
            isLive: StandardStreams.errorIsTerminal && !(writesLines && StandardStreams.outputIsTerminal))
        let end: (wasInterrupted: Bool, result: Result<Void, CommandError>) = await withTaskGroup(of: End.self) {
            group in
            group.addTask {
                do throws(CommandError) {
                    try await work(input, display, report)
                    return .worked(.success(()))
                } catch {
                    return .worked(.failure(error))
                }
            }
            group.addTask {
                for await _ in signals { return .signalled }
                return .signalled
            }
            group.addTask { [display] in
                await display.run(clocks: .system, input)
                return .signalled
            }
            var wasInterrupted = false
            while let end = await group.next() {
                switch end {
                case .worked(let result):
                    group.cancelAll()
                    return (wasInterrupted, result)
                case .signalled:
                    wasInterrupted = true
                    input.stop()
                    group.cancelAll()
                }
            }
            return (wasInterrupted, .success(()))
        }
        display.finish(wasInterrupted: end.wasInterrupted, input.progress)
        var status = input.status
        if case .failure(let error) = end.result {
            StandardStreams.tell(error.line)
            status = status.combined(with: error.status)
        }
        if end.wasInterrupted { status = status.combined(with: .interrupted) }
        return status.combined(with: order.failOn.status(of: display.tally))
    }

    private func work(
        _ input: PrewarmInput, _ display: ProgressDisplay, _ report: PrewarmReport?
    ) async throws(CommandError) {
        if let client = try await DaemonSearch(arguments, settings).client() {
            let backend = DaemonPrewarm(
                client,
                DaemonPrewarm.Order(timeout: settings.timeout, policy: arguments.value("policy"), pin: order.pin),
                clocks: .system)
            let output = PrewarmOutput(writesLines: writesLines, display, report)
            let isComplete = await backend.whileRunning {
                await warm(backend, PrewarmRoom(eachList: DaemonPrewarm.limits), input, output)
            }
            try await report?.finish(isComplete: isComplete && backend.failure == nil) { await client.blob($0) }
            if let failure = backend.failure { throw CommandError(failure, at: client.path) }
            if let error = output.failure { throw error }
            return
        }
        let engine = try await Engine.open(settings, command: .prewarm)
        let backend = PipelineBackend(
            engine.pipeline, policy: nil, timeout: settings.timeout, clocks: .system,
            pin: PipelineBackend.pins(in: engine.cache, for: order.pin, clocks: .system, log: settings.log))
        let output = PrewarmOutput(writesLines: writesLines, display, report)
        let isComplete = await engine.pipeline.whileRunning {
            await warm(backend, settings.prewarm(lists: 1), input, output)
        }
        let written: Result<Void, CommandError>
        do throws(CommandError) {
            try await report?.finish(isComplete: isComplete) { await engine.cache.bytes(of: $0) }
            written = .success(())
        } catch {
            written = .failure(error)
        }
        await engine.close()
        try written.get()
        if let error = engine.inspectors.unlocked { throw CommandError(error) }
        if let error = output.failure { throw error }
    }

    private func warm<Backend: PrewarmBackend>(
        _ backend: Backend, _ room: PrewarmRoom, _ input: PrewarmInput, _ output: PrewarmOutput
    ) async -> Bool {
        await Prewarm(backend, room: room, clocks: .system).run {
            await input.next()
        } _: { results in
            output.take(results)
        }
    }

    private static func watchSignals() throws(CommandError) -> AsyncStream<Int32> {
        do throws(SystemCallError) {
            return try SignalWatch([SIGTERM, SIGINT]).signals
        } catch {
            throw CommandError(
                .software, "signals cannot be watched: \(error)", cure: "report this as a fault of attachd")
        }
    }
}
