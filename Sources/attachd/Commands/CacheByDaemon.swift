import AttachmentCache
import HTTPService
import NotificationContent
import Telemetry

/// `attachd cache` by way of the daemon that holds the cache; the output is that of `CacheCommand`.
struct CacheByDaemon {
    private let cache: DaemonCache
    private let path: String
    private let isPretty: Bool

    init(_ client: DaemonClient, _ settings: Settings, isPretty: Bool) {
        cache = DaemonCache(client, timeout: settings.timeout, clocks: .system)
        path = client.path
        self.isPretty = isPretty
    }

    /// Has the daemon do what the subcommand says.
    ///
    /// - Parameters:
    ///   - action: the subcommand.
    ///   - request: what `list` shows.
    ///   - showsQuery: whether it shows query values.
    ///   - repairs: whether `verify` drops what is damaged.
    ///   - order: what `purge` forgets.
    /// - Returns: the exit status.
    /// - Throws: `CommandError` of the daemon's failure, or of standard output.
    func run(
        _ action: CacheCommand.Action, _ request: CacheListRequest, showsQuery: Bool, repairs: Bool,
        _ order: PurgeOrder?
    ) async throws(CommandError) -> ExitStatus {
        switch action {
        case .stats:
            let report = try await ask { () async throws(DaemonFailure) in try await cache.statistics() }
            try report.print(pretty: isPretty)
        case .list: try await list(request, showsQuery: showsQuery)
        case .verify:
            let answer = try await verify(repairs: repairs)
            try StandardStreams.write(answer.report, pretty: isPretty)
            return CacheCommand.status(isClean: answer.isClean, wasRepaired: repairs)
        case .gc:
            let report = try await ask { () async throws(DaemonFailure) in try await cache.gc() }
            try StandardStreams.write(report, pretty: isPretty)
        case .purge:
            // Checked together with the command line.
            guard let order else { return .usage }
            let report = try await ask { () async throws(DaemonFailure) in try await cache.purge(order) }
            try StandardStreams.write(report, pretty: isPretty)
        }
        return .success
    }

    /// Verifies, and shows how far it is: the daemon is asked for that now and then.
    private func verify(repairs: Bool) async throws(CommandError) -> (report: JSONFragment, isClean: Bool) {
        let display = VerifyDisplay()
        let result = await withTaskGroup(of: Void.self) { [cache] group in
            group.addTask {
                let clocks = Clocks.system
                while (try? await clocks.wait(clocks.monotonic().advanced(by: .seconds(1)))) != nil {
                    // What cannot be told now is told later, or by the report.
                    if let progress = try? await cache.verificationProgress() { display.show(progress) }
                }
            }
            let result: Result<(report: JSONFragment, isClean: Bool), DaemonFailure>
            do throws(DaemonFailure) {
                result = .success(try await cache.verify(repair: repairs))
            } catch {
                result = .failure(error)
            }
            group.cancelAll()
            return result
        }
        display.end()
        return try await ask { () async throws(DaemonFailure) in try result.get() }
    }

    private func list(_ request: CacheListRequest, showsQuery: Bool) async throws(CommandError) {
        var request = request
        repeat {
            let page = try await ask { [request] () async throws(DaemonFailure) in
                try await cache.list(request, showsQuery: showsQuery)
            }
            for entry in page.entries { try StandardStreams.write(entry, pretty: false) }
            request.cursor = page.nextCursor
        } while request.cursor != nil
    }

    private func ask<Value>(
        _ work: () async throws(DaemonFailure) -> Value
    ) async throws(CommandError) -> Value {
        do throws(DaemonFailure) {
            return try await work()
        } catch {
            throw CommandError(error, at: path)
        }
    }
}
