import LoopbackOrigin
import Synchronization
import Telemetry
import Testing

@testable import MediaFetching

@Suite(.timeLimit(.minutes(20))) struct TransferReportTests {
    /// Keeps the reports of a fetcher.
    private final class Reports: Sendable {
        private let list = Mutex<[TransferReport]>([])

        var all: [TransferReport] { list.withLock { $0 } }

        func add(_ report: TransferReport) {
            list.withLock { $0.append(report) }
        }
    }

    private let reports = Reports()

    private func bench(
        _ routes: [String: OriginReply], _ change: (inout FetchConfiguration) -> Void = { _ in }
    ) throws -> FetchBench {
        try FetchBench(routes: routes) { [reports] in
            $0.onTransferEnd = { reports.add($0) }
            change(&$0)
        }
    }

    @Test func `is there before the fetch answers, with the phases of a new connection`() async throws {
        let bench = try bench(["/": .body([1, 2, 3])])
        _ = await bench.fetch("/")
        let report = try #require(reports.all.first)
        #expect(reports.all.count == 1)
        #expect(report.bytes == 3)
        #expect(report.reason == nil)
        #expect(report.refusals.isEmpty)
        let hop = try #require(report.hops.first)
        #expect(report.hops.count == 1)
        #expect(hop.connect != nil)
        #expect(hop.tls == nil)
        let firstByte = try #require(hop.firstByte)
        #expect(firstByte <= report.total)
        #expect(report.waited <= report.total)
    }

    @Test func `has no handshake on a connection that was there already`() async throws {
        let bench = try bench(["/": .body([1])])
        _ = await bench.fetch("/")
        _ = await bench.fetch("/")
        try #require(bench.origin.tally.connections == 1)
        let hop = try #require(reports.all.last?.hops.first)
        #expect(hop.nameLookup == nil)
        #expect(hop.connect == nil)
        #expect(hop.firstByte != nil)
    }

    @Test func `covers all hops of a fetch`() async throws {
        let bench = try bench(["/": .redirect(302, to: "/b"), "/b": .body([1])])
        _ = await bench.fetch("/")
        #expect(reports.all.map(\.hops.count) == [2])
    }

    @Test func `names the reason of a failure, and what came before it`() async throws {
        let bench = try bench(["/": .body([UInt8](repeating: 7, count: 100))]) { $0.maxBytes = 99 }
        _ = await bench.fetch("/")
        _ = await bench.fetch("/none")
        #expect(reports.all.map(\.reason) == [.tooLarge, .httpStatus])
    }

    @Test func `names the rule that refused an address`() async throws {
        let bench = try bench(["/": .body([1])]) { $0.deniedNetworks = [.init("127.0.0.1/32")] }
        // Judged by other rules, as a name is that leads elsewhere later.
        var allowing = FetchConfiguration()
        allowing.allowedNetworks = [.init("127.0.0.1/32:\(bench.origin.port)")]
        let target = try FetchTarget.parse(bench.origin.url("/"), rules: URLRules(allowing))
        let request = FetchRequest(target: target, deadline: .after(.seconds(60), on: .system))
        _ = await bench.fetcher.fetch(request, into: CollectingConsumer())
        #expect(reports.all.map(\.reason) == [.forbiddenAddress])
        #expect(reports.all.first?.refusals == ["denied-by-operator"])
    }

    @Test func `tells who runs and who waits`() async throws {
        let bench = try bench(["/": .silent]) { $0.maxConnectionsPerHost = 1 }
        let tasks = (0..<3).map { _ in Task { await bench.fetch("/") } }
        await bench.origin.waitForRequests(1)
        while bench.fetcher.load != FetchLoad(running: 1, waiting: 2) { await Task.yield() }
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value.failure?.reason == .cancelled) }
        while bench.fetcher.load != FetchLoad(running: 0, waiting: 0) { await Task.yield() }
        #expect(reports.all.count == 3)
    }

    @Test func `knows every name that a refusal can have`() {
        for row in AddressTable.ipv4 + AddressTable.ipv6 { #expect(AddressRules.refusalNames.contains(row.name)) }
        #expect(AddressRules.refusalNames == AddressRules.refusalNames.sorted())
        #expect(Set(AddressRules.refusalNames).count == AddressRules.refusalNames.count)
        for verdict in [AddressRules.Verdict.forbiddenPort, .forbiddenAddress("loopback")] {
            #expect(AddressRules.refusalNames.contains(verdict.name ?? ""))
        }
        #expect(!MediaFetcher.libraryVersion.isEmpty)
    }
}
