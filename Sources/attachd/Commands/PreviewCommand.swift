import AttachmentCache
import AttachmentPipeline
import HTTPService
import MediaInspection
import NotificationContent
import PreviewPage
import Telemetry

/// `attachd preview`: a payload in, a page out that shows what people will see.
struct PreviewCommand {
    private let arguments: Arguments
    private let settings: Settings
    private let dialect: DialectName?
    private let input: InputFile

    /// Checks the command line.
    init(_ arguments: Arguments) throws(CommandError) {
        self.arguments = arguments
        settings = try Settings(arguments, environment: StandardStreams.environment)
        dialect = try ResolveCommand.dialect(arguments.value("dialect"))
        guard arguments.operands.count <= 1 else {
            throw CommandError(.usage, "'attachd preview' takes one payload", cure: "make one page after the other")
        }
        guard let name = arguments.operands.first ?? (StandardStreams.inputIsTerminal ? nil : "-") else {
            throw CommandError(.usage, "no payload given", cure: "name a FILE, or pipe one in")
        }
        input = InputFile(name: name)
    }

    /// Resolves the payload and prints its page.
    func run() async throws(CommandError) -> ExitStatus {
        let inputs = ResolveInput.read(input, dialect: dialect)
        guard let first = inputs.first else { return .success }
        let (payload, document) = try first.usable()
        guard inputs.count == 1 else {
            throw CommandError(
                .malformed, "\(input.shownName) holds more than one document", cure: "make one page after the other")
        }
        guard first.needsFetching else {
            return try print(ResolveAnswer(unfetched: payload), document, EmbeddedMedia())
        }
        if let client = try await DaemonSearch(arguments, settings).client() {
            let daemon = DaemonResolver(
                client, timeout: settings.timeout, dialect: dialect, policy: arguments.value("policy"), clocks: .system)
            let answer = try await ResolveAnswer.of(payload, document, from: daemon, at: client.path)
            var media = EmbeddedMedia()
            for attached in answer.attached { await media.add(attached, from: client) }
            return try print(answer, document, media)
        }
        let engine = try await Engine.open(settings, command: .preview)
        let (answer, media) = await engine.pipeline.whileRunning {
            let deadline = Deadline.after(settings.timeout, on: .system)
            let attempt = await engine.pipeline.resolve(payload.references, deadline: deadline)
            let answer = ResolveAnswer(payload, attempt)
            var media = EmbeddedMedia()
            // While the cache is open: nothing of it is evicted meanwhile.
            for attached in answer.attached { media.add(attached) }
            return (answer, media)
        }
        await engine.close()
        let status = try print(answer, document, media)
        guard let error = engine.inspectors.unlocked else { return status }
        let fault = CommandError(error)
        StandardStreams.tell(fault.line)
        return status.combined(with: fault.status)
    }

    private func print(
        _ answer: ResolveAnswer, _ document: [UInt8]?, _ media: EmbeddedMedia
    ) throws(CommandError) -> ExitStatus {
        let page = PreviewPage(policies: MediaPolicy.all.map(\.name), digest: SHA256.bytes(of:))
        try StandardStreams.write(
            page.standalone(
                PreviewPage.Subject(
                    payload: document ?? [], descriptor: answer.descriptor, media: media.media, notes: media.notes)))
        for line in answer.lines { StandardStreams.tell(line) }
        return answer.status
    }
}
