import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import NotificationContent
import Synchronization
import Telemetry
import Testing

/// The rules of HTTP caching from end to end: how often an origin is asked, counted at the origin.
@Suite(.timeLimit(.minutes(20))) struct OriginRequestCountTests {
    /// A later request: its second after the first, the origin's requests by then, and how the cache answered.
    typealias Step = (second: Int64, requests: Int, result: CacheResult)

    /// What an origin says, and what comes of it.
    struct Case: Sendable {
        let section: String
        /// Fields of each 200; `DATE+n` stands for the time n seconds from then.
        let fields: [(String, String)]
        /// Fields of each 304.
        let confirmation: [(String, String)]
        let steps: [Step]
        /// The request from which on the origin has another picture.
        var changesAt = Int.max
    }

    private static let tag = [("ETag", "\"v1\"")]

    private static func row(
        _ section: String, _ fields: [(String, String)], _ steps: Step..., changesAt: Int = .max
    ) -> Case {
        Case(section: section, fields: fields + tag, confirmation: fields + tag, steps: steps, changesAt: changesAt)
    }

    private static func control(_ section: String, _ value: String, _ steps: Step..., changesAt: Int = .max) -> Case {
        let fields = [("Cache-Control", value)] + tag
        return Case(section: section, fields: fields, confirmation: fields, steps: steps, changesAt: changesAt)
    }

    private static func confirmed(
        _ section: String, _ value: String, by confirmation: [(String, String)], _ steps: Step...
    ) -> Case {
        Case(section: section, fields: [("Cache-Control", value)] + tag, confirmation: confirmation, steps: steps)
    }

    static let cases: [Case] = [
        control(
            "5.2.2.1", "max-age=100", (0, 1, .hit), (99, 1, .hit), (100, 2, .revalidated), (199, 2, .hit),
            (200, 3, .revalidated)),
        control("5.2.2.1", "max-age=0", (0, 2, .revalidated), (1, 3, .revalidated)),
        control("5.2.2.1", "MAX-AGE=100", (99, 1, .hit), (100, 2, .revalidated)),
        control("5.2", "max-age=\"100\"", (99, 1, .hit), (100, 2, .revalidated)),
        control("5.2.2.10", "s-maxage=50, max-age=100", (49, 1, .hit), (50, 2, .revalidated)),
        control("5.2.2.10", "max-age=50, s-maxage=100", (99, 1, .hit), (100, 2, .revalidated)),
        control("4.2.1", "max-age=abc", (0, 2, .revalidated)), control("4.2.1", "max-age=-5", (0, 2, .revalidated)),
        control("4.2.1", "max-age=100, max-age=50", (99, 1, .hit), (100, 2, .revalidated)),
        control("1.2.2", "max-age=99999999999999999999", (70_000, 1, .hit), (86_400, 2, .revalidated)),
        control("ceiling", "max-age=31536000", (70_000, 1, .hit), (86_400, 2, .revalidated)),
        control("ceiling", "max-age=31536000, immutable", (86_400, 2, .miss), changesAt: 2),
        control("5.2.2.4", "no-cache", (0, 2, .revalidated), (1, 3, .revalidated)),
        control("5.2.2.4", "no-cache, max-age=100", (1, 2, .revalidated)),
        control("5.2.2.5", "no-store", (0, 2, .miss), (1, 3, .miss)),
        control("5.2.2.5", "no-store, max-age=100", (1, 2, .miss)),
        control("5.2.2.7", "private", (0, 2, .miss)), control("5.2.2.7", "private, max-age=100", (1, 2, .miss)),
        control("5.2.2.9", "public", (3000, 1, .hit), (3600, 2, .revalidated)),
        control("5.2.2.2", "max-age=100, must-revalidate", (99, 1, .hit), (100, 2, .revalidated)),
        control("5.2.2.8", "max-age=100, proxy-revalidate", (99, 1, .hit), (100, 2, .revalidated)),
        control("5.2.3", "x=\"no-store, max-age=5\", max-age=100", (99, 1, .hit), (100, 2, .revalidated)),
        row("4.2.2", [], (3000, 1, .hit), (3600, 2, .revalidated)),
        row("4.2.2", [("Pragma", "no-cache")], (3000, 1, .hit), (3600, 2, .revalidated)),
        row("5.3", [("Expires", "DATE+100")], (99, 1, .hit), (100, 2, .revalidated)),
        row("5.3", [("Expires", "0")], (0, 2, .revalidated)),
        row("5.3", [("Expires", "DATE-100")], (0, 2, .revalidated)),
        row("5.3", [("Expires", "DATE+100"), ("Cache-Control", "max-age=50")], (49, 1, .hit), (50, 2, .revalidated)),
        row("5.3", [("Expires", "DATE+100"), ("Date", "DATE+50")], (49, 1, .hit), (50, 2, .revalidated)),
        row("4.2.3", [("Cache-Control", "max-age=100"), ("Date", "DATE-40")], (59, 1, .hit), (60, 2, .revalidated)),
        row("5.1", [("Cache-Control", "max-age=100"), ("Age", "40")], (59, 1, .hit), (60, 2, .revalidated)),
        row("5.1", [("Cache-Control", "max-age=100"), ("Age", "40, 90")], (59, 1, .hit), (60, 2, .revalidated)),
        row("5.1", [("Cache-Control", "max-age=100"), ("Age", "100")], (0, 2, .revalidated)),
        row("5.1", [("Cache-Control", "max-age=100"), ("Age", "old")], (99, 1, .hit), (100, 2, .revalidated)),
        row("4.1", [("Vary", "*"), ("Cache-Control", "max-age=100")], (1, 2, .miss)),
        row("4.1", [("Vary", "Accept"), ("Cache-Control", "max-age=100")], (99, 1, .hit), (100, 2, .revalidated)),
        confirmed("4.3.4", "max-age=100", by: [], (100, 2, .revalidated), (199, 2, .hit), (200, 3, .revalidated)),
        confirmed(
            "4.3.4", "max-age=100", by: [("Cache-Control", "max-age=10")], (100, 2, .revalidated), (109, 2, .hit),
            (110, 3, .revalidated)),
        confirmed("4.3.4", "max-age=100", by: [("Cache-Control", "no-store")], (100, 2, .revalidated), (100, 3, .miss)),
        confirmed(
            "4.3.4", "max-age=100", by: [("Cache-Control", "no-cache")], (100, 2, .revalidated), (100, 3, .revalidated)),
        confirmed("4.3.4", "no-cache", by: [], (0, 2, .revalidated), (0, 3, .revalidated)),
        control("4.3.3", "max-age=100", (100, 2, .miss), (199, 2, .hit), changesAt: 2),
        control(
            "RFC 5861 3", "max-age=100, stale-while-revalidate=50", (99, 1, .hit), (149, 2, .stale), (149, 2, .hit),
            (248, 2, .hit)),
        control("RFC 5861 3", "max-age=100, stale-while-revalidate=50", (150, 2, .revalidated), (249, 2, .hit)),
        control("RFC 5861 3", "max-age=100, stale-while-revalidate=50", (120, 2, .stale), (121, 2, .hit), changesAt: 2),
        control("RFC 5861 3", "max-age=100, stale-while-revalidate=50, must-revalidate", (120, 2, .revalidated)),
        control("RFC 5861 3", "no-cache, stale-while-revalidate=50", (1, 2, .revalidated)),
        control("RFC 5861 4", "max-age=100, stale-if-error=50", (99, 1, .hit), (120, 2, .revalidated)),
    ]

    @Test func `an origin is asked exactly as often as its headers say`() async throws {
        #expect(Self.cases.count >= 40)
        let clock = FrozenClock()
        let counts = Mutex([String: Int]())
        let bodies = [try Fixture.bytes("picture.png"), try Fixture.bytes("photo.jpg")]
        let cases = Self.cases
        let origin = try LoopbackOrigin { request in
            guard let index = Int(request.path.dropFirst()), cases.indices.contains(index) else { return .closing }
            let count = counts.withLock { counts in
                counts[request.path, default: 0] += 1
                return counts[request.path] ?? 0
            }
            let item = cases[index]
            func dated(_ fields: [(String, String)]) -> [(String, String)] {
                fields.map { name, value in
                    guard value.hasPrefix("DATE"), let seconds = Int64(value.dropFirst(4)) else { return (name, value) }
                    return (name, clock.httpDate(seconds))
                }
            }
            let hasChanged = count >= item.changesAt
            if !hasChanged, request.header("If-None-Match") == "\"v1\"" { return .empty(304, dated(item.confirmation)) }
            return .body(bodies[hasChanged ? 1 : 0], dated(item.fields))
        }
        try await PipelineBench.run(origin, clocks: clock.clocks) { bench in
            for (index, item) in cases.enumerated() {
                let name = "case \(index), \(item.section) \(item.fields)"
                #expect(await bench.resolve("/\(index)").outcomes.first?.media?.cache == .miss, "\(name)")
                var elapsed: Int64 = 0
                for step in item.steps {
                    clock.advance(bySeconds: step.second - elapsed)
                    elapsed = step.second
                    let result = await bench.resolve("/\(index)").outcomes.first?.media?.cache
                    // A refresh behind an answer ends before it is counted.
                    while bench.pipeline.flightCount > 0 { await Task.yield() }
                    #expect(result == step.result, "\(name), second \(step.second)")
                    #expect(counts.withLock { $0["/\(index)"] } == step.requests, "\(name), second \(step.second)")
                }
            }
        }
    }
}
