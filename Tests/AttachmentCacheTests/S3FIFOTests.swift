import Testing

@testable import AttachmentCache

@Suite struct S3FIFOTests {
    private static func candidate(
        _ id: Int64, _ queue: S3FIFO.Queue, uses: UInt8 = 0, allocated: Int64 = 10
    ) throws -> S3FIFO.Candidate {
        let digest = try #require(Digest(bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: id), count: 32)))
        let name = try #require(BlobName(digest: digest, fileExtension: "jpg"))
        return S3FIFO.Candidate(id: id, name: name, allocated: allocated, queue: queue, uses: uses)
    }

    @Test(
        arguments: [
            (S3FIFO.Queue.small, 0, S3FIFO.Fate.evicted), (.small, 1, .evicted), (.small, 2, .moved(.main, uses: 0)),
            (.small, 3, .moved(.main, uses: 0)), (.main, 0, .evicted), (.main, 1, .moved(.main, uses: 0)),
            (.main, 3, .moved(.main, uses: 2)),
        ] as [(S3FIFO.Queue, UInt8, S3FIFO.Fate)])
    func `decides by queue and uses`(_ queue: S3FIFO.Queue, _ uses: UInt8, _ fate: S3FIFO.Fate) throws {
        #expect(S3FIFO.fate(of: try Self.candidate(1, queue, uses: uses)) == fate)
    }

    @Test(
        arguments: [
            (101, false, false, S3FIFO.Queue.small), (100, false, false, .main), (0, false, false, .main),
            (101, true, false, .main), (0, false, true, .small), (0, true, true, nil),
        ] as [(Int64, Bool, Bool, S3FIFO.Queue?)])
    func `takes from the small queue above a tenth of the limit`(
        _ small: Int64, _ smallIsEmpty: Bool, _ mainIsEmpty: Bool, _ queue: S3FIFO.Queue?
    ) {
        #expect(
            S3FIFO.queue(smallBytes: small, limit: 1000, smallIsEmpty: smallIsEmpty, mainIsEmpty: mainIsEmpty) == queue)
    }

    @Test func `goes over to the main queue when the small one is down to its share`() throws {
        let small = try (1...3).map { try Self.candidate($0, .small) }
        let main = try (11...12).map { try Self.candidate($0, .main) }
        var round = EvictionRound(smallBytes: 120, limit: 1000, small: small, main: main)
        var order: [Int64] = []
        while let candidate = round.next() {
            order.append(candidate.id)
            round.left(candidate)
        }
        // 120 and 110 are above the share, 100 is not.
        #expect(order == [1, 2, 11, 12])
    }

    @Test func `has its heads read anew where the rest of a queue is not shown`() throws {
        var round = EvictionRound(
            smallBytes: 500, limit: 1000, small: [try Self.candidate(1, .small)], main: [try Self.candidate(2, .main)])
        #expect(round.next()?.id == 1)
        #expect(round.next() == nil)
        var empty = EvictionRound(smallBytes: 500, limit: 1000, small: [], main: [try Self.candidate(2, .main)])
        #expect(empty.next()?.id == 2)
        var nothing = EvictionRound(smallBytes: 0, limit: 0, small: [], main: [])
        #expect(nothing.next() == nil)
    }
}

@Suite struct GhostRingTests {
    @Test func `forgets the oldest beyond its number`() {
        var ring = GhostRing(capacity: 3, byteLimit: 1000)
        for hash in 1...7 as ClosedRange<UInt64> { ring.insert(hash, bytes: 1) }
        #expect((1...7).map { ring.contains($0) } == [false, false, false, false, true, true, true])
    }

    @Test(arguments: [(100, true), (101, false)])
    func `forgets the oldest beyond its bytes`(_ last: Int64, _ firstStays: Bool) {
        var ring = GhostRing(capacity: 10, byteLimit: 200)
        ring.insert(1, bytes: 100)
        ring.insert(2, bytes: last)
        #expect(ring.contains(1) == firstStays)
        #expect(ring.contains(2))
    }

    @Test func `remembers one that went twice until both are forgotten`() {
        var ring = GhostRing(capacity: 2, byteLimit: 1000)
        ring.insert(1, bytes: 1)
        ring.insert(1, bytes: 1)
        ring.insert(2, bytes: 1)
        #expect(ring.contains(1))
        ring.insert(3, bytes: 1)
        #expect(!ring.contains(1))
    }

    @Test func `takes every size without overflow`() {
        var ring = GhostRing(capacity: 4, byteLimit: .max)
        for bytes in [Int64.max, .max, .min, 0] { ring.insert(UInt64(bitPattern: bytes), bytes: bytes) }
        #expect(ring.contains(0))
        var none = GhostRing(capacity: 0, byteLimit: 0)
        none.insert(1, bytes: 1)
        #expect(!none.contains(1))
        none.insert(2, bytes: 0)
        #expect(none.contains(2))
    }
}
