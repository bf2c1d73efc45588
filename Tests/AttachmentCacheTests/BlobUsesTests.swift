import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct BlobUsesTests {
    let now = WallTime(seconds: 1_800_000_000)

    private func digest(_ first: UInt8, _ last: UInt8 = 0) throws -> Digest {
        try #require(Digest(bytes: [UInt8](repeating: first, count: 8) + [UInt8](repeating: 7, count: 23) + [last]))
    }

    @Test(arguments: ["", "00", String(repeating: "g", count: 64), String(repeating: "A", count: 64)])
    func `knows no blob by a text that is no digest`(_ text: String) {
        #expect(BlobTag(hexadecimal: text) == nil)
        #expect(!BlobUses().note(text, until: now, now: now, isHit: true))
    }

    @Test func `reads the same tag from text and bytes`() throws {
        let digest = try digest(0xfe, 3)
        #expect(BlobTag(hexadecimal: digest.hexadecimal) == BlobTag(digest))
        #expect(BlobTag(digest).high == 0xfefe_fefe_fefe_fefe)
    }

    /// Seconds after the first answer, and whether a pin for an hour is written again: it was written for 75 minutes.
    @Test(arguments: [(0, false), (899, false), (900, false), (901, true), (4500, true)] as [(Int64, Bool)])
    func `writes a pin again only when what is on record no longer covers it`(_ after: Int64, _ writes: Bool) throws {
        var board = PinBoard()
        let tag = BlobTag(try digest(1))
        #expect(board.pin(tag, until: now.advanced(bySeconds: 3600), now: now) == now.advanced(bySeconds: 4500))
        let later = now.advanced(bySeconds: after)
        let again = board.pin(tag, until: later.advanced(bySeconds: 3600), now: later)
        #expect((again != nil) == writes)
    }

    @Test func `writes a longer pin at once, and a pin of a blob that is new`() throws {
        var board = PinBoard()
        let (one, other) = (BlobTag(try digest(1)), BlobTag(try digest(2)))
        #expect(board.pin(one, until: now.advanced(bySeconds: 60), now: now) != nil)
        #expect(board.pin(one, until: now.advanced(bySeconds: 600), now: now) != nil)
        #expect(board.pin(one, until: now.advanced(bySeconds: 600), now: now) == nil)
        // The two share a place, and the later one takes it.
        #expect(board.pin(other, until: now.advanced(bySeconds: 600), now: now) != nil)
        board.forget(one)
        #expect(board.pin(other, until: now.advanced(bySeconds: 600), now: now) == nil)
        board.forget(other)
        #expect(board.pin(other, until: now.advanced(bySeconds: 600), now: now) != nil)
        board.forgetAll()
        #expect(board.pin(other, until: now.advanced(bySeconds: 600), now: now) != nil)
    }

    @Test func `asks to be written once for all that is noted until it is taken`() throws {
        let uses = BlobUses()
        let texts = try (1...3).map { try digest($0, $0).hexadecimal }
        let until = now.advanced(bySeconds: 3600)
        #expect(uses.note(texts[0], until: until, now: now, isHit: true))
        #expect(!uses.note(texts[1], until: until, now: now, isHit: false))
        #expect(!uses.note(texts[0], until: until, now: now, isHit: true))
        let taken = uses.takeAll()
        #expect(
            taken.pins == [
                try digest(1, 1): now.advanced(bySeconds: 4500), try digest(2, 2): now.advanced(bySeconds: 4500),
            ])
        #expect([taken.hits, taken.misses] == [2, 1])
        #expect(taken.chunks.count == 1)
        #expect(uses.takePins().isEmpty)
        #expect(!uses.note(texts[0], until: until, now: now, isHit: true))
        #expect(uses.noteReading(try digest(3, 3), until: until, now: now))
        #expect(try uses.uses(digest(1, 1)) == 3)
        #expect(try uses.uses(digest(2, 2)) == 0)
    }

    @Test func `counts to three and keeps its neighbours`() throws {
        var counters = UseCounters()
        let tags = try (0...7).map {
            BlobTag(try #require(Digest(bytes: [0, 0, 0, 0, 0, 0, 0, $0] + [UInt8](repeating: 0, count: 24))))
        }
        for _ in 0..<5 { counters.count(tags[1]) }
        counters.count(tags[2])
        counters.set(tags[6], 200)
        #expect(tags.map { counters.uses($0) } == [0, 3, 1, 0, 0, 0, 3, 0])
        counters.set(tags[1], 1)
        #expect(tags.map { counters.uses($0) } == [0, 1, 1, 0, 0, 0, 3, 0])
    }

    @Test func `gives the chunks that changed, and adds those of before`() throws {
        var counters = UseCounters()
        let (one, other) = (BlobTag(try digest(1)), BlobTag(try digest(2)))
        counters.set(one, 2)
        let changed = counters.takeChanged()
        #expect(changed.count == 1)
        #expect(counters.takeChanged().isEmpty)
        var later = UseCounters()
        later.set(one, 1)
        later.set(other, 3)
        for (chunk, bytes) in changed { later.merge(Int64(chunk), bytes) }
        #expect(later.uses(one) == 2)
        #expect(later.uses(other) == 3)
        for (chunk, count) in [(-1, 4096), (256, 4096), (0, 4095), (.max, 4096)] as [(Int64, Int)] {
            later.merge(chunk, [UInt8](repeating: 0xff, count: count))
        }
        #expect(later.uses(one) == 2)
    }
}

@Suite struct PinRulesTests {
    @Test(
        arguments: [
            (true, false, nil, 3600), (false, false, nil, 600), (true, false, 999_999, 3600),
            (true, true, nil, 259_200),
            (false, true, nil, 259_200), (true, true, 0, 3600), (false, true, 0, 600), (false, true, -5, 600),
            (false, true, 599, 600), (false, true, 601, 601), (true, true, 3601, 3601), (true, true, 604_800, 604_800),
            (true, true, 604_801, 604_800), (true, true, .max, 604_800), (true, true, .min, 3600),
        ] as [(Bool, Bool, Int64?, Int64)])
    func `keeps a blob for as long as the contract says`(
        _ isKept: Bool, _ isInPayload: Bool, _ timeToLive: Int64?, _ seconds: Int64
    ) {
        #expect(PinRules.seconds(isKept: isKept, isInPayload: isInPayload, timeToLive: timeToLive) == seconds)
    }
}
