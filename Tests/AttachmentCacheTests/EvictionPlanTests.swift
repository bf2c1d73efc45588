import Testing

@testable import AttachmentCache

@Suite struct EvictionPlanTests {
    /// Taken, promised, needed, and what has to go, of a limit of 1000.
    @Test(arguments: [
        (0, 0, 0, 0), (950, 0, 0, 0), (951, 0, 0, 51), (1000, 0, 0, 100), (500, 451, 0, 51), (500, 450, 0, 0),
        (940, 0, 10, 0), (940, 0, 11, 40), (900, 0, 100, 0), (950, 0, 500, 450), (950, 0, 1000, 950),
        (950, 0, 1001, 0), (0, 0, 1000, 0), (1200, 0, 0, 300),
    ])
    func `frees down to the low mark once the high mark is passed`(
        _ used: Int64, _ reserved: Int64, _ needed: Int64, _ freed: Int64
    ) throws {
        var ledger = RoomLedger(limit: 1000)
        let fits = ledger.reserve(reserved)
        try #require(fits)
        ledger.setUsed(used)
        #expect(EvictionPlan(ledger, needed: needed).bytesToFree == freed)
    }

    @Test func `computes marks of the largest limit without overflow`() {
        var ledger = RoomLedger(limit: .max)
        ledger.setUsed(.max)
        #expect(EvictionPlan(ledger, needed: .max).bytesToFree > 0)
    }

    @Test func `takes the first candidates until enough is freed and spares the newest`() throws {
        var ledger = RoomLedger(limit: 1000)
        ledger.setUsed(1000)
        let digest = try #require(Digest(bytes: [UInt8](repeating: 7, count: 32)))
        let name = try #require(BlobName(digest: digest, fileExtension: "jpg"))
        func candidates(_ sizes: [Int64]) -> [EvictionPlan.Candidate] {
            sizes.enumerated().map { EvictionPlan.Candidate(id: Int64($0.offset), name: name, allocated: $0.element) }
        }
        func victims(_ sizes: [Int64], sparing newest: Int64?) -> [Int64] {
            EvictionPlan(ledger).victims(among: candidates(sizes), sparing: newest).map(\.id)
        }
        #expect(victims([60, 40, 10], sparing: nil) == [0, 1])
        #expect(victims([60, 39, 10], sparing: nil) == [0, 1, 2])
        #expect(victims([60, 40, 10], sparing: 0) == [1, 2])
        #expect(victims([], sparing: nil) == [])
        #expect(victims([100, 1], sparing: 0) == [1])
        #expect(victims([-5, .max, 1], sparing: nil) == [0, 1])
    }
}
