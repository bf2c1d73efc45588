import Fixtures
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct HotBlobsTests {
    private func hot(_ number: UInt8, row: Int64) throws -> HotBlob {
        let connection = try SQLiteConnection(path: ":memory:", access: .readWrite)
        let statement = try SQLiteStatement(
            "SELECT ?1, ?2, 'jpg', 5, 4096, 7, 8, 9, NULL, '', '', '', '', 1, 1, 1, 1, '', 0, 0, 0", on: connection)
        let found = try statement.first([.integer(row), .bytes([UInt8](repeating: number, count: 32))]) {
            StoredBlob($0, from: 0, layout: CacheLayout(root: "/c"))
        }
        return HotBlob(try #require(found ?? nil))
    }

    /// The table as an object, since an expectation cannot call what changes a value.
    private final class Table {
        private var blobs: HotBlobs

        init(capacity: Int, budget: Int) {
            blobs = HotBlobs(capacity: capacity, budget: budget)
        }

        var count: Int { blobs.count }
        var contentBytes: Int { blobs.contentBytes }

        func find(_ digest: Digest) -> (blob: HotBlob, content: HotContent?)? { blobs.find(digest) }
        func put(_ blob: HotBlob) { blobs.put(blob) }
        func makeRoom(for bytes: Int64) -> Bool { blobs.makeRoom(for: bytes) }
        func keep(_ content: HotContent, of blob: HotBlob) { blobs.keep(content, of: blob) }
        func remove(row: Int64) { blobs.remove(row: row) }
        func removeAll() { blobs.removeAll() }
    }

    private func digest(_ number: UInt8) throws -> Digest {
        try #require(Digest(bytes: [UInt8](repeating: number, count: 32)))
    }

    @Test(arguments: [0, 1, 4]) func `never holds more than its capacity, and the newest always`(capacity: Int) throws {
        let blobs = Table(capacity: capacity, budget: 0)
        for number in UInt8(0)..<20 {
            try blobs.put(hot(number, row: Int64(number)))
            #expect(try blobs.find(digest(number))?.blob.row == Int64(number))
            #expect(blobs.count == min(Int(number) + 1, max(1, capacity)))
        }
        #expect(try blobs.find(digest(0)) == nil)
    }

    @Test func `keeps a blob in place of the old one of its digest`() throws {
        let blobs = Table(capacity: 2, budget: 0)
        try blobs.put(hot(1, row: 1))
        try blobs.put(hot(1, row: 5))
        #expect(blobs.count == 1)
        #expect(try blobs.find(digest(1))?.blob.row == 5)
    }

    @Test func `forgets the blob of a row, and holds as many again after it`() throws {
        let blobs = Table(capacity: 3, budget: 0)
        for number in UInt8(1)...3 { try blobs.put(hot(number, row: Int64(number))) }
        blobs.remove(row: 2)
        blobs.remove(row: 9)
        #expect(blobs.count == 2)
        #expect(try blobs.find(digest(2)) == nil)
        for number in UInt8(4)...9 {
            try blobs.put(hot(number, row: Int64(number)))
            #expect(try blobs.find(digest(number)) != nil)
            #expect(blobs.count == 3)
        }
        blobs.removeAll()
        #expect(blobs.count == 0)
    }

    private func content(_ count: Int) -> HotContent {
        HotContent(BlobBytes([UInt8](repeating: 7, count: count)))
    }

    @Test(arguments: [(0, false), (1, true), (65_535, true), (65_536, true), (65_537, false), (-1, false)])
    func `has room for content of at most 64 KiB`(bytes: Int64, expected: Bool) {
        let blobs = Table(capacity: 4, budget: 1_000_000)
        #expect(blobs.makeRoom(for: bytes) == expected)
    }

    @Test(arguments: [(99, true), (100, true), (101, false)])
    func `has room for content of no more than its budget`(bytes: Int64, expected: Bool) {
        let blobs = Table(capacity: 4, budget: 100)
        #expect(blobs.makeRoom(for: bytes) == expected)
    }

    @Test func `never keeps more bytes than its budget, whatever order things come in`() throws {
        let blobs = Table(capacity: 5, budget: 1000)
        var generator = SeededGenerator(seed: 11)
        var made: [() -> HotContent?] = []
        for _ in 0..<2000 {
            let number = UInt8.random(in: 0..<9, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: try blobs.put(hot(number, row: Int64(number)))
            case 1: blobs.remove(row: Int64(number))
            case 2: _ = try blobs.find(digest(number))
            default:
                let count = Int.random(in: 1..<600, using: &generator)
                if blobs.makeRoom(for: Int64(count)) { #expect(blobs.contentBytes + count <= 1000) }
                if let found = try blobs.find(digest(number)) {
                    let content = content(count)
                    blobs.keep(content, of: found.blob)
                    made.append { [weak content] in content }
                }
            }
            made.removeAll { $0() == nil }
            let kept = made.reduce(0) { $0 + ($1()?.bytes.count ?? 0) }
            #expect(kept == blobs.contentBytes)
            #expect(kept <= 1000)
        }
    }

    @Test func `drives out content that nobody asks for, and leaves alone what is asked for all the time`() throws {
        let blobs = Table(capacity: 100, budget: 200)
        for number in UInt8(1)...2 {
            try blobs.put(hot(number, row: Int64(number)))
            #expect(blobs.makeRoom(for: 100))
            blobs.keep(content(100), of: try #require(try blobs.find(digest(number))).blob)
        }
        // The second was asked for; the hand comes to the first.
        #expect(try blobs.find(digest(2))?.content != nil)
        #expect(blobs.makeRoom(for: 100))
        #expect(try blobs.find(digest(1))?.content == nil)
        try blobs.put(hot(3, row: 3))
        blobs.keep(content(100), of: try #require(try blobs.find(digest(3))).blob)
        // Now both have been asked for: who wants room goes without, once for each of them.
        #expect(try blobs.find(digest(3))?.content != nil)
        #expect(!blobs.makeRoom(for: 100))
        #expect(!blobs.makeRoom(for: 100))
        #expect(blobs.contentBytes == 200)
        #expect(blobs.makeRoom(for: 100))
        #expect(blobs.contentBytes == 100)
    }

    @Test func `lets go of content with its blob`() throws {
        let blobs = Table(capacity: 2, budget: 1000)
        func keep(_ number: UInt8) throws -> () -> HotContent? {
            try blobs.put(hot(number, row: Int64(number)))
            let made = content(100)
            blobs.keep(made, of: try #require(try blobs.find(digest(number))).blob)
            return { [weak made] in made }
        }
        let removed = try keep(1)
        #expect(removed() != nil)
        blobs.remove(row: 1)
        #expect(removed() == nil)
        let replaced = try keep(2)
        try blobs.put(hot(2, row: 5))
        #expect(replaced() == nil)
        let displaced = try keep(3)
        for number in UInt8(4)...5 { try blobs.put(hot(number, row: Int64(number))) }
        #expect(displaced() == nil)
        let forgotten = try keep(6)
        blobs.removeAll()
        #expect(forgotten() == nil)
        #expect(blobs.contentBytes == 0)
    }

    @Test func `keeps no content of a blob that was replaced meanwhile`() throws {
        let blobs = Table(capacity: 2, budget: 1000)
        try blobs.put(hot(1, row: 1))
        let old = try #require(try blobs.find(digest(1))).blob
        try blobs.put(hot(1, row: 2))
        blobs.keep(content(100), of: old)
        #expect(try blobs.find(digest(1))?.content == nil)
        #expect(blobs.contentBytes == 0)
    }
}
