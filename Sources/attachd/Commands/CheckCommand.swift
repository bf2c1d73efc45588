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

    /// Files in work for each inspector: one that it has, and the next ones, opened and hashed meanwhile.
    private static let windowPerInspector = 4

    /// Checks the command line.
    init(_ arguments: Arguments) throws(CommandError) {
        settings = try Settings(arguments, environment: StandardStreams.environment)
        files = arguments.operands.map(InputFile.init(name:))
        isPretty = StandardStreams.outputIsTerminal && !arguments.flag("json")
        guard !files.isEmpty else {
            throw CommandError(.usage, "no file given", cure: "name the FILEs to check, or - for standard input")
        }
    }

    /// Checks the files side by side and reports them in order; one that cannot be read does not keep the others from being
    /// checked.
    func run() async throws(CommandError) -> ExitStatus {
        let inspectors = try InspectorOpening.open(settings)
        let result: Result<ExitStatus, CommandError>
        do throws(CommandError) {
            try await InspectorOpening.warmUp(inspectors)
            result = await checkAll(with: inspectors)
        } catch {
            result = .failure(error)
        }
        await inspectors.shutdown()
        return try result.get()
    }

    private func checkAll(with inspectors: InspectorPool) async -> Result<ExitStatus, CommandError> {
        let window = settings.inspectors * CheckCommand.windowPerInspector
        return await withTaskGroup(of: (Int, Result<CheckReport, CommandError>).self) { group in
            var status = ExitStatus.success
            var begun = 0
            // Reports that came before those of earlier files; never more than the window.
            var waiting: [Int: Result<CheckReport, CommandError>] = [:]
            for next in files.indices {
                while begun < files.count, begun < next + window {
                    let index = begun
                    group.addTask { (index, await checked(files[index], with: inspectors)) }
                    begun += 1
                }
                while waiting[next] == nil, let (index, result) = await group.next() { waiting[index] = result }
                guard let result = waiting.removeValue(forKey: next) else { continue }
                do throws(CommandError) {
                    status = status.combined(with: try told(result))
                } catch {
                    group.cancelAll()
                    return .failure(error)
                }
            }
            return .success(status)
        }
    }

    /// Prints a report, and says which status it calls for.
    private func told(_ result: Result<CheckReport, CommandError>) throws(CommandError) -> ExitStatus {
        switch result {
        case .success(let report):
            try StandardStreams.write(report, pretty: isPretty)
            StandardStreams.tell(report.line)
            return report.failure == nil ? .success : .failed
        case .failure(let error):
            StandardStreams.tell(error.line)
            return error.status
        }
    }

    private func checked(_ file: InputFile, with inspectors: InspectorPool) async -> Result<CheckReport, CommandError> {
        do throws(CommandError) {
            return .success(try await check(file, with: inspectors))
        } catch {
            return .failure(error)
        }
    }

    private func check(_ file: InputFile, with inspectors: InspectorPool) async throws(CommandError) -> CheckReport {
        let limit = settings.policy.largestBytes
        let handle = try file.openedForInspection(limit: limit)
        let bytes = try file.size(of: handle)
        // Larger than any format may be: the rest need not be read, and the digest of an endless file would never come.
        guard bytes <= limit else {
            let failure = AttachmentFailure(.tooLarge, "\(bytes) bytes, the limit for any format is \(limit)")
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
