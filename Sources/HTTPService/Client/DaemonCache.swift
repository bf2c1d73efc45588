package import AttachmentCache
package import NotificationContent
package import Telemetry

/// The subcommand `cache` by way of a daemon.
package struct DaemonCache: Sendable {
    /// How long work that reads or removes everything may take: a cache of any size is done long before.
    private static let workLimit: Duration = .seconds(86_400)

    private let client: DaemonClient
    private let timeout: Duration
    private let clocks: Clocks

    /// Makes a way to a daemon's cache; what is only looked up must come within `timeout`.
    package init(_ client: DaemonClient, timeout: Duration, clocks: Clocks) {
        self.client = client
        self.timeout = timeout
        self.clocks = clocks
    }

    /// `GET /v1/cache`.
    package func statistics() async throws(DaemonFailure) -> CacheStatisticsReport {
        let answer = try await tokens(.get("/v1/cache"), within: timeout)
        guard let report = CacheStatisticsReport(answer) else { throw .malformed("its statistics cannot be read") }
        return report
    }

    /// `GET /v1/cache/entries`.
    ///
    /// - Parameters:
    ///   - request: which entries, and from where on.
    ///   - showsQuery: whether query values, which may be secrets, are shown.
    /// - Returns: one page, and the place of the next one; nil at the end.
    /// - Throws: `DaemonFailure`.
    package func list(
        _ request: CacheListRequest, showsQuery: Bool
    ) async throws(DaemonFailure) -> (entries: [JSONFragment], nextCursor: String?) {
        let answer = try await tokens(
            .get(
                "/v1/cache/entries",
                query: [
                    ("host", request.host), ("kind", request.kind), ("sort", request.order.rawValue),
                    ("limit", String(request.limit)), ("cursor", request.cursor),
                    ("full", showsQuery ? "true" : nil),
                ]), within: timeout)
        guard let list = answer.member("entries", of: 0), answer.kind(list) == .array else {
            throw .malformed("its list cannot be read")
        }
        var entries: [JSONFragment] = []
        answer.forEachElement(of: list) { entries.append(JSONFragment(answer, $0)) }
        return (entries, answer.member("nextCursor", of: 0).flatMap { answer.text($0) })
    }

    /// `POST /v1/cache/verify`: the report, and whether it says that all is well.
    package func verify(repair: Bool) async throws(DaemonFailure) -> (report: JSONFragment, isClean: Bool) {
        let request = DaemonRequest.post("/v1/cache/verify", query: [("repair", repair ? "true" : nil)])
        let answer = try await tokens(request, within: DaemonCache.workLimit)
        guard let isClean = VerifyReportDocument.isClean(answer) else { throw .malformed("its report cannot be read") }
        return (JSONFragment(answer), isClean)
    }

    /// `GET /v1/cache/verify`: how far the verification is that runs in the daemon; nil if none does.
    package func verificationProgress() async throws(DaemonFailure) -> VerifyProgress? {
        let answer = try await tokens(.get("/v1/cache/verify"), within: timeout)
        func count(_ key: JSONKey) -> Int64? {
            answer.member(key, of: 0).flatMap { answer.number($0) }.flatMap { Int64(exactly: $0) }
        }
        guard let checked = count("checked"), let total = count("total") else { return nil }
        return VerifyProgress(checked: checked, total: total)
    }

    /// `POST /v1/cache/gc`: the report.
    package func gc() async throws(DaemonFailure) -> JSONFragment {
        JSONFragment(try await tokens(.post("/v1/cache/gc"), within: DaemonCache.workLimit))
    }

    /// `POST /v1/cache/purge`: the report.
    package func purge(_ order: PurgeOrder) async throws(DaemonFailure) -> JSONFragment {
        JSONFragment(try await tokens(.post("/v1/cache/purge", json: order), within: DaemonCache.workLimit))
    }

    private func tokens(_ request: DaemonRequest, within duration: Duration) async throws(DaemonFailure) -> JSONTokens {
        let deadline = Deadline.after(duration + DaemonClient.margin, on: clocks)
        let bytes = try await client.send(request, by: deadline)
        do throws(MalformedJSON) {
            return try JSONTokens(bytes)
        } catch {
            throw .malformed("its answer is malformed at byte \(error.offset)")
        }
    }
}
