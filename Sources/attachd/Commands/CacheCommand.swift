import AttachmentCache
import HTTPService
import NotificationContent
import Telemetry

/// `attachd cache stats | list | verify | gc | purge`.
struct CacheCommand {
    /// The subcommands.
    enum Action: String, CaseIterable {
        case stats
        case list
        case verify
        case gc
        case purge
    }

    private let arguments: Arguments
    private let settings: Settings
    private let action: Action
    private let isPretty: Bool

    /// Checks the command line.
    init(_ arguments: Arguments) throws(CommandError) {
        self.arguments = arguments
        settings = try Settings(arguments, environment: StandardStreams.environment)
        isPretty = StandardStreams.outputIsTerminal && !arguments.flag("json")
        let words = Action.allCases.map(\.rawValue).joined(separator: ", ")
        guard let word = arguments.operands.first else {
            throw CommandError(.usage, "'attachd cache' needs to know what to do", cure: "the words are \(words)")
        }
        guard let action = Action(rawValue: word) else {
            throw CommandError(.usage, "'\(word)' is nothing the cache can do", cure: "the words are \(words)")
        }
        self.action = action
        if action != .purge, arguments.operands.count > 1 {
            throw CommandError(.usage, "'cache \(word)' takes no operand", cure: "'attachd help cache' explains it")
        }
    }

    /// Does what the subcommand says, by way of the daemon that holds the cache if there is one.
    func run() async throws(CommandError) -> ExitStatus {
        let order = action == .purge ? try purgeOrder() : nil
        let request = try listRequest()
        if let client = try await DaemonSearch(arguments, settings).client() {
            return try await CacheByDaemon(client, settings, isPretty: isPretty).run(
                action, request, showsQuery: arguments.flag("full"), repairs: arguments.flag("repair"), order)
        }
        switch action {
        case .stats: try await stats()
        case .list: try await list(request)
        case .verify: return try await verify()
        case .gc: try await remove { cache async throws(CacheError) in try await cache.gc() }
        case .purge:
            // Checked together with the command line.
            guard let target = order?.target(now: .now()) else { return .usage }
            try await remove { cache async throws(CacheError) in try await cache.purge(target) }
        }
        return .success
    }

    private func stats() async throws(CommandError) {
        let cache = try CacheOpening.openReadOnly(settings)
        let report = CacheStatisticsReport(
            directory: settings.cacheDirectory, maxBytes: settings.cacheMaxBytes,
            statistics: try await CommandError.of { () async throws(CacheError) in try await cache.statistics() })
        try report.print(pretty: isPretty)
    }

    private func listRequest() throws(CommandError) -> CacheListRequest {
        let order = try OptionReader(arguments).choice("sort", CacheListRequest.Order.init(rawValue:)) ?? .newest
        return CacheListRequest(
            host: arguments.value("host"), kind: arguments.value("kind"), order: order,
            limit: CacheListRequest.limits.upperBound)
    }

    private func list(_ request: CacheListRequest) async throws(CommandError) {
        let cache = try CacheOpening.openReadOnly(settings)
        var request = request
        repeat {
            let page = try await CommandError.of { [request] () async throws(CacheError) in
                try await cache.list(request)
            }
            for entry in page.entries {
                try StandardStreams.write(CacheEntryReport(entry, showsQuery: arguments.flag("full")), pretty: false)
            }
            request.cursor = page.nextCursor
        } while request.cursor != nil
    }

    private func verify() async throws(CommandError) -> ExitStatus {
        let cache = try await CacheOpening.open(settings, command: .cache)
        let repair = arguments.flag("repair")
        let display = VerifyDisplay()
        let report = try await CommandError.of { () async throws(CacheError) in
            let report = try await cache.verify(repair: repair) { display.show($0) }
            display.end()
            try await cache.close()
            return report
        }
        try StandardStreams.write(VerifyReportDocument(report), pretty: isPretty)
        return CacheCommand.status(isClean: report.isClean, wasRepaired: repair)
    }

    /// The status of `verify`, whoever did it; says what to do where something is wrong.
    static func status(isClean: Bool, wasRepaired: Bool) -> ExitStatus {
        guard !isClean, !wasRepaired else { return .success }
        StandardStreams.tell("attachd: something is wrong with the cache; 'attachd cache verify --repair' drops it")
        return .failed
    }

    private func remove(
        _ work: @Sendable (AttachmentCache) async throws(CacheError) -> RemovalReport
    ) async throws(CommandError) {
        let cache = try await CacheOpening.open(settings, command: .cache)
        let report = try await CommandError.of { () async throws(CacheError) in
            let report = try await work(cache)
            try await cache.close()
            return report
        }
        try StandardStreams.write(RemovalReportDocument(report), pretty: isPretty)
    }

    /// What to purge: exactly one of a URL, `--host`, `--older-than` and `--all`.
    private func purgeOrder() throws(CommandError) -> PurgeOrder {
        var orders: [PurgeOrder] = []
        for url in arguments.operands.dropFirst() { orders.append(try order(of: url)) }
        if let host = arguments.value("host") { orders.append(.host(host)) }
        let range = Duration.zero...Duration.seconds(315_360_000)
        if let age = try OptionReader(arguments).duration("older-than", in: range) {
            orders.append(.olderThan(seconds: age.components.seconds))
        }
        if arguments.flag("all") { orders.append(.all) }
        guard orders.count == 1, let order = orders.first else {
            throw CommandError(
                .usage, "'cache purge' needs to know what to forget",
                cure: "give one of: a URL, --host HOST, --older-than TIME, --all")
        }
        return order
    }

    private func order(of url: String) throws(CommandError) -> PurgeOrder {
        let order = PurgeOrder.url(url)
        guard order.target(now: .now()) != nil else {
            throw CommandError(
                .usage, "'\(OutcomeLine.printable(url))' is no http URL", cure: "write it as it was fetched")
        }
        return order
    }
}
