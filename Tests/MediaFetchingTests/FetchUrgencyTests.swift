import LoopbackOrigin
import MediaFetching
import Testing

/// The order in which an origin with one connection sees requests that wait for it.
@Suite(.timeLimit(.minutes(20)))
struct FetchUrgencyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let waiting: [(path: String, priority: FetchPriority)]
        var changes: [(path: String, priority: FetchPriority)] = []
        let order: [String]
    }

    static let cases = [
        Case(
            testDescription: "interactive goes first, though it came last",
            waiting: [("/1", .batch), ("/2", .batch), ("/3", .interactive)], order: ["/3", "/1", "/2"]),
        Case(
            testDescription: "a raised one goes first",
            waiting: [("/1", .batch), ("/2", .batch)], changes: [("/2", .interactive)], order: ["/2", "/1"]),
        Case(
            testDescription: "a lowered one goes last",
            waiting: [("/1", .interactive), ("/2", .interactive), ("/3", .batch)], changes: [("/1", .batch)],
            order: ["/2", "/3", "/1"]),
        Case(
            testDescription: "a redirect waits again, at the same priority",
            waiting: [("/redirect", .interactive), ("/2", .interactive), ("/3", .batch)],
            order: ["/redirect", "/2", "/moved", "/3"]),
    ]

    @Test(arguments: cases) func `serves in order`(_ `case`: Case) async throws {
        let gate = try OriginGate()
        let origin = try LoopbackOrigin { request in
            switch request.path {
            case "/held": .held([1], until: gate)
            case "/redirect": .redirect(302, to: "/moved")
            default: .body([1])
            }
        }
        let bench = try FetchBench(origin) { $0.maxConnectionsPerHost = 1 }
        var fetches = [Task { await bench.fetch("/held") }]
        await origin.waitForRequests(1)
        var urgencies: [String: FetchUrgency] = [:]
        for (path, priority) in `case`.waiting {
            let urgency = FetchUrgency(priority)
            urgencies[path] = urgency
            fetches.append(Task { await bench.fetch(path, urgency: urgency) })
            while bench.fetcher.load.waiting < urgencies.count { await Task.yield() }
        }
        for (path, priority) in `case`.changes {
            let urgency = try #require(urgencies[path])
            urgency.set(priority)
            bench.fetcher.reorder(urgency)
        }
        await bench.fetcher.answer()
        gate.open()
        for fetch in fetches { #expect(await fetch.value.body == [1]) }
        #expect(origin.requests.map(\.path) == ["/held"] + `case`.order)
    }
}
