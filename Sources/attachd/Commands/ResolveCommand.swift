import AttachmentPipeline
import NotificationContent
import Telemetry

/// `attachd resolve`: payloads in, notification content descriptors out.
struct ResolveCommand {
    private let settings: Settings
    private let inputs: [ResolveInput]
    private let isDryRun: Bool
    private let showsPayloadOnly: Bool
    private let isPretty: Bool

    /// Checks the command line and reads the inputs.
    init(_ arguments: Arguments) throws(CommandError) {
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
        let dialect = try ResolveCommand.dialect(arguments.value("dialect"))
        var files = arguments.operands
        if files.isEmpty, urls.isEmpty {
            guard !StandardStreams.inputIsTerminal else {
                throw CommandError(
                    .usage, "no payload given", cure: "name a FILE, pipe one in, or ask for one URL with --url URL")
            }
            files = ["-"]
        }
        inputs =
            urls.map { .payload(.url($0)) } + files.flatMap { ResolveInput.read(InputFile(name: $0), dialect: dialect) }
    }

    /// Resolves every input in order; a bad one does not keep the others from being processed.
    func run() async throws(CommandError) -> ExitStatus {
        guard !isDryRun, inputs.contains(where: \.needsFetching) else {
            var status = ExitStatus.success
            for input in inputs { status = status.combined(with: try print(input, nil)) }
            return status
        }
        let engine = try await Engine.open(settings, command: .resolve)
        let result: Result<ExitStatus, CommandError>
        do throws(CommandError) {
            result = .success(
                try await engine.pipeline.whileRunning { () async throws(CommandError) in
                    try await resolve(with: engine.pipeline)
                })
        } catch {
            result = .failure(error)
        }
        await engine.close()
        return try result.get()
    }

    private func resolve(with pipeline: AttachmentPipeline) async throws(CommandError) -> ExitStatus {
        var status = ExitStatus.success
        for input in inputs {
            var attempt: BestAttempt?
            if input.needsFetching, case .payload(let payload) = input {
                attempt = await pipeline.resolve(payload.references, deadline: .after(settings.timeout, on: .system))
            }
            status = status.combined(with: try print(input, attempt))
        }
        return status
    }

    /// Prints what became of one input: data on standard output, a line an attachment on standard error.
    private func print(_ input: ResolveInput, _ attempt: BestAttempt?) throws(CommandError) -> ExitStatus {
        let payload: Payload
        switch input {
        case .unusable(let error):
            StandardStreams.tell(error.line)
            return error.status
        case .payload(let read): payload = read
        }
        let descriptor = ContentDescriptor(
            payload: payload, outcomes: attempt?.outcomes, complete: attempt?.isComplete ?? true)
        if showsPayloadOnly {
            try StandardStreams.write((descriptor.deliveryPayload(pretty: isPretty) ?? []) + [UInt8(ascii: "\n")])
        } else {
            try StandardStreams.write(descriptor, pretty: isPretty)
        }
        for warning in descriptor.warnings {
            StandardStreams.tell("warning: \(warning.code.rawValue): \(warning.detail)")
        }
        guard let attempt else {
            for reference in payload.references { StandardStreams.tell(OutcomeLine.unfetched(reference)) }
            return .success
        }
        for (reference, outcome) in zip(payload.references, attempt.outcomes) {
            StandardStreams.tell(OutcomeLine.text(reference, outcome))
        }
        return attempt.hasFailures ? .failed : .success
    }

    private static func dialect(_ text: String?) throws(CommandError) -> DialectName? {
        guard let text else { return nil }
        guard let dialect = DialectName(text) else {
            let names = DialectName.all.map(\.text).joined(separator: ", ")
            throw CommandError(.usage, "there is no dialect '\(text)'", cure: "the dialects are \(names)")
        }
        return dialect
    }
}
