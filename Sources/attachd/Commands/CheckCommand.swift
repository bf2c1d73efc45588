import AttachmentCache
import AttachmentPipeline
import MediaInspection
import NotificationContent
import Telemetry

/// `attachd check`: local files against the policy, without network or cache.
struct CheckCommand {
    private let settings: Settings
    private let files: [InputFile]
    private let isPretty: Bool

    /// Checks the command line.
    init(_ arguments: Arguments) throws(CommandError) {
        settings = try Settings(arguments, environment: StandardStreams.environment)
        files = arguments.operands.map(InputFile.init(name:))
        isPretty = StandardStreams.outputIsTerminal && !arguments.flag("json")
        guard !files.isEmpty else {
            throw CommandError(.usage, "no file given", cure: "name the FILEs to check, or - for standard input")
        }
    }

    /// Checks every file in order; one that cannot be read does not keep the others from being checked.
    func run() async throws(CommandError) -> ExitStatus {
        let inspectors = try InspectorOpening.open(settings)
        do throws(CommandError) {
            try await InspectorOpening.warmUp(inspectors)
        } catch {
            await inspectors.shutdown()
            throw error
        }
        var status = ExitStatus.success
        for file in files {
            let report: CheckReport
            do throws(CommandError) {
                report = try await check(file, with: inspectors)
            } catch {
                StandardStreams.tell(error.line)
                status = status.combined(with: error.status)
                continue
            }
            try StandardStreams.write(report, pretty: isPretty)
            StandardStreams.tell(report.line)
            if report.failure != nil { status = status.combined(with: .failed) }
        }
        await inspectors.shutdown()
        return status
    }

    private func check(_ file: InputFile, with inspectors: InspectorPool) async throws(CommandError) -> CheckReport {
        let limit = settings.policy.largestBytes
        let handle = try file.openedForInspection(limit: limit)
        let bytes = try file.size(of: handle)
        // Larger than any format may be: the rest need not be read, and the digest of an endless file would never come.
        guard bytes <= limit else {
            let failure = AttachmentFailure(
                .tooLarge, "\(bytes) bytes are more than the \(limit) that any format may have")
            return CheckReport(file: file.name, bytes: bytes, digest: nil, media: nil, failure: failure)
        }
        let digest: Digest
        do throws(SystemCallError) {
            digest = try SHA256.digest(ofDescriptor: handle.number)
        } catch {
            throw CommandError(.inputOutput, "cannot read \(file.shownName): \(error)", cure: "look at the file's disk")
        }
        let judgement = Judgement(of: await inspectors.inspect(handle), bytes: bytes, by: settings.policy)
        return CheckReport(
            file: file.name, bytes: bytes, digest: digest, media: judgement.media, failure: judgement.failure)
    }
}
