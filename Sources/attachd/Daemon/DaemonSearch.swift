import AttachmentCache
import Glibc
import HTTPService
import Telemetry

/// Finds the daemon that a command is to go through.
struct DaemonSearch {
    /// How long a socket may take to accept a connection.
    private static let patience: Duration = .seconds(5)

    private let arguments: Arguments
    private let settings: Settings

    init(_ arguments: Arguments, _ settings: Settings) {
        self.arguments = arguments
        self.settings = settings
    }

    /// A connected client of the daemon of `--socket`, else of the one that holds the cache; nil where this process is
    /// to do the work itself. Says on standard error which options do not reach the daemon.
    ///
    /// - Throws: `CommandError` with status 69 or 77 when the daemon cannot be reached.
    func client() async throws(CommandError) -> DaemonClient? {
        if let path = settings.socket {
            let client = try await connected(path)
            tellWhatIsIgnored(path)
            return client
        }
        guard let path = AttachmentCache.holder(of: settings.cacheDirectory)?.socket, path.hasPrefix("/") else {
            return nil
        }
        do throws(CommandError) {
            let client = try await connected(path)
            tellWhatIsIgnored(path)
            return client
        } catch  where error.status == .unreachable {
            // A daemon that is about to end holds the cache a little longer than its socket: it is waited for.
            return nil
        }
    }

    private func connected(_ path: String) async throws(CommandError) -> DaemonClient {
        let client: DaemonClient
        do throws(SystemCallError) {
            client = try DaemonClient(path: path, clocks: .system)
        } catch {
            throw CommandError(.software, "no thread can be started: \(error)", cure: "look at the process's limits")
        }
        do throws(DaemonFailure) {
            try await client.connect(by: .after(DaemonSearch.patience, on: .system))
            return client
        } catch {
            throw CommandError(error, at: path)
        }
    }

    private func tellWhatIsIgnored(_ path: String) {
        let names = DaemonSearch.ignoredOptions(arguments)
        guard !names.isEmpty else { return }
        let list = names.map { "--" + $0 }.joined(separator: ", ")
        StandardStreams.tell(
            "attachd: the daemon on \(OutcomeLine.printable(path)) has its own settings; without effect: \(list)")
    }

    /// The options that were given on the command line and do not reach a daemon, in the table's order.
    static func ignoredOptions(_ arguments: Arguments) -> [String] {
        let isChosen = arguments.value("socket") != nil
        return OptionTable.options(of: arguments.command).filter { option in
            // The daemon that holds the cache was found by its folder; one that was named may have another.
            option.isOfEngine || (isChosen && option.name == "cache-dir")
        }.map(\.name).filter { arguments.values[$0] != nil && !arguments.fromEnvironment.contains($0) }
    }
}
