import AttachmentPipeline
import HTTPService
import MediaInspection
import NotificationContent
import Telemetry

/// `attachd resolve`: payloads in, notification content descriptors out.
struct ResolveCommand {
    private let arguments: Arguments
    private let settings: Settings
    private let dialect: DialectName?
    /// The policy as named; nil leaves it to the daemon, where one does the work.
    private let policy: String?
    private let inputs: [ResolveInput]
    private let isDryRun: Bool
    private let showsPayloadOnly: Bool
    private let isPretty: Bool

    /// Checks the command line and reads the inputs.
    init(_ arguments: Arguments) throws(CommandError) {
        self.arguments = arguments
        settings = try Settings(arguments, environment: StandardStreams.environment)
        isDryRun = arguments.flag("dry-run")
        showsPayloadOnly = arguments.value("view") != nil
        isPretty = StandardStreams.outputIsTerminal && !arguments.flag("json")
        let urls = arguments.values["url"] ?? []
        if let view = arguments.value("view"), view != "payload" {
            throw CommandError(.usage, "--view cannot be '\(view)'", cure: "the only view is 'payload'")
        }
        if showsPayloadOnly, !urls.isEmpty {
            throw CommandError(.usage, "--view payload needs a payload", cure: "leave out --url")
        }
        dialect = try ResolveCommand.dialect(arguments.value("dialect"))
        policy = arguments.value("policy")
        var files = arguments.operands
        if files.isEmpty, urls.isEmpty {
            guard !StandardStreams.inputIsTerminal else {
                throw CommandError(
                    .usage, "no payload given", cure: "name a FILE, pipe one in, or ask for one URL with --url URL")
            }
            files = ["-"]
        }
        let dialect = dialect
        inputs =
            urls.map { .payload(.url($0), document: nil) }
            + files.flatMap { ResolveInput.read(InputFile(name: $0), dialect: dialect) }
    }

    /// Resolves every input in order; a bad one does not keep the others from being processed.
    func run() async throws(CommandError) -> ExitStatus {
        guard !isDryRun, inputs.contains(where: \.needsFetching) else {
            return try await eachInput { payload, _ in ResolveAnswer(unfetched: payload) }
        }
        if let client = try await DaemonSearch(arguments, settings).client() {
            let daemon = DaemonResolver(
                client, timeout: settings.timeout, dialect: dialect, policy: policy, clocks: .system)
            return try await eachInput { payload, document async throws(CommandError) in
                try await ResolveAnswer.of(payload, document, from: daemon, at: client.path)
            }
        }
        let engine = try await Engine.open(settings, command: .resolve)
        let result: Result<ExitStatus, CommandError>
        do throws(CommandError) {
            result = .success(
                try await engine.pipeline.whileRunning { () async throws(CommandError) in
                    try await eachInput { payload, _ in
                        let deadline = Deadline.after(settings.timeout, on: .system)
                        let attempt = await engine.pipeline.resolve(payload.references, deadline: deadline)
                        Departures(from: engine.cache).note(attempt.outcomes)
                        return ResolveAnswer(payload, attempt)
                    }
                })
        } catch {
            result = .failure(error)
        }
        await engine.close()
        let status = try result.get()
        // No file could be inspected, and what is wrong is not the files.
        if let error = engine.inspectors.unlocked {
            let error = CommandError(error)
            StandardStreams.tell(error.line)
            return status.combined(with: error.status)
        }
        return status
    }

    /// Prints what became of each input; only where there is something to fetch, `resolve` is asked.
    private func eachInput(
        _ resolve: (Payload, _ document: [UInt8]?) async throws(CommandError) -> ResolveAnswer
    ) async throws(CommandError) -> ExitStatus {
        var status = ExitStatus.success
        for input in inputs {
            let answer: ResolveAnswer
            do throws(CommandError) {
                let (payload, document) = try input.usable()
                if input.needsFetching, !isDryRun {
                    answer = try await resolve(payload, document)
                } else {
                    answer = ResolveAnswer(unfetched: payload)
                }
            } catch {
                StandardStreams.tell(error.line)
                status = status.combined(with: error.status)
                // Where nobody is there to ask, the next input would fare no better.
                if error.status == .unreachable { return status }
                continue
            }
            status = status.combined(with: try print(answer))
        }
        return status
    }

    /// Prints one answer: data on standard output, a line an attachment on standard error.
    private func print(_ answer: ResolveAnswer) throws(CommandError) -> ExitStatus {
        if showsPayloadOnly {
            try StandardStreams.write(
                (answer.descriptor.deliveryPayload(pretty: isPretty) ?? []) + [UInt8(ascii: "\n")])
        } else {
            try StandardStreams.write(answer.descriptor, pretty: isPretty)
        }
        for warning in answer.descriptor.warnings {
            StandardStreams.tell("warning: \(warning.code.rawValue): \(OutcomeLine.printable(warning.detail))")
        }
        for line in answer.lines { StandardStreams.tell(line) }
        return answer.status
    }

    /// The dialect that an option names; nil without one.
    static func dialect(_ text: String?) throws(CommandError) -> DialectName? {
        guard let text else { return nil }
        guard let dialect = DialectName(text) else {
            let names = DialectName.all.map(\.text).joined(separator: ", ")
            throw CommandError(.usage, "there is no dialect '\(text)'", cure: "the dialects are \(names)")
        }
        return dialect
    }
}
