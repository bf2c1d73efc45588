import AttachmentCache
import AttachmentPipeline
import NotificationContent
import Testing

@testable import HTTPService

@Suite struct PrewarmLanesTests {
    /// Lanes as a reference, so that expectations can drive them.
    private final class Lanes {
        private var lanes: PrewarmLanes<Int>

        init(_ lanes: PrewarmLanes<Int>) {
            self.lanes = lanes
        }

        func nextBatch() -> (number: Int, items: [PrewarmLanes<Int>.Item])? { lanes.nextBatch() }
        func noteQuiet(_ number: Int) -> Bool { lanes.noteQuiet(number) }
        func finished(_ number: Int) { lanes.finished(number) }
        func takeAll() -> [PrewarmLanes<Int>.Item] { lanes.takeAll() }
    }

    private static func lanes(_ count: Int, bytes: Int = 10) -> Lanes {
        var lanes = PrewarmLanes<Int>(working: 2, most: 3)
        for index in 0..<count {
            lanes.add(PrewarmLanes.Item(url: String(repeating: "u", count: bytes - 1), waiter: index))
        }
        return Lanes(lanes)
    }

    @Test(arguments: [(1, [1]), (1000, [1000]), (1001, [1000, 1]), (3000, [1000, 1000])])
    func `sends a thousand lines at a time, over so many connections`(count: Int, sizes: [Int]) {
        let lanes = Self.lanes(count)
        var seen: [Int] = []
        while let batch = lanes.nextBatch() { seen.append(batch.items.count) }
        #expect(seen == sizes)
    }

    @Test func `keeps a batch within its bytes`() {
        let lanes = Self.lanes(600, bytes: 2048)
        #expect(lanes.nextBatch()?.items.count == 512)
        #expect(lanes.nextBatch()?.items.map(\.waiter) == Array(512..<600))
    }

    @Test func `a batch that has gone quiet makes room for another, up to a limit`() throws {
        let lanes = Self.lanes(10_000)
        let batches = (lanes.nextBatch(), lanes.nextBatch())
        let first = try #require(batches.0)
        let second = try #require(batches.1)
        #expect(lanes.nextBatch() == nil)
        #expect(lanes.noteQuiet(first.number))
        #expect(!lanes.noteQuiet(first.number))
        #expect(lanes.nextBatch() != nil)
        #expect(lanes.noteQuiet(second.number))
        #expect(lanes.nextBatch() == nil)
        lanes.finished(first.number)
        #expect(lanes.nextBatch()?.items.first?.waiter == 3000)
        #expect(lanes.takeAll().map(\.waiter) == Array(4000..<10_000))
        #expect(lanes.nextBatch() == nil)
    }
}

@Suite struct PrewarmBatchTests {
    private static let digest = String(repeating: "0f", count: 32)

    @Test(arguments: [1, 7, 1000])
    func `gives each line's waiter its verdict, and names those that got none`(size: Int) {
        var batch = PrewarmBatch<String>(
            ["a", "b", "c", "d"].map { PrewarmLanes.Item(url: "http://h/" + $0, waiter: $0) })
        #expect(String(decoding: batch.body, as: UTF8.self) == "http://h/a\nhttp://h/b\nhttp://h/c\nhttp://h/d\n")
        let answer = """
            {"line":3,"url":"x","status":"attached","cache":"miss","bytes":5,"sha256":"\(Self.digest)","ms":7}
            nonsense
            {"line":9,"status":"failed","reason":"stalled"}
            {"line":3,"status":"failed","reason":"stalled"}
            {"line":2,"status":"failed","reason":"unheard-of"}
            {"line":1,"status":"failed","reason":"http-status","detail":"404","ms":3}
            {"line":2,"status":"failed","reason":"deadline","detail":"late"}

            """
        var verdicts: [String] = []
        var rest = Array(answer.utf8)[...]
        while !rest.isEmpty {
            verdicts += batch.add(Array(rest.prefix(size))).map { waiter, verdict in
                switch verdict {
                case .attached(let bytes, let digest, let cache, let time):
                    "\(waiter) \(bytes) \(digest.hexadecimal == Self.digest) \(cache) \(time ?? -1)"
                case .failed(let reason, let detail, let isRemembered, let time):
                    "\(waiter) \(reason.rawValue) \(detail) \(isRemembered) \(time ?? -1)"
                }
            }
            rest = rest.dropFirst(size)
        }
        #expect(verdicts == ["c 5 true miss 7", "a http-status 404 false 3", "b deadline late true -1"])
        let open = batch.takeOpen()
        #expect(open == ["d"])
    }
}
