import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct HotSlotsTests {
    private func hot(_ key: String, blob: Int64? = nil) throws -> HotEntry {
        try HotEntry(failure(key, storedAt: WallTime(seconds: 0)), blob.map { try storedBlob(row: $0) })
    }

    private func storedBlob(row: Int64) throws -> StoredBlob {
        let connection = try SQLiteConnection(path: ":memory:", access: .readWrite)
        let statement = try SQLiteStatement(
            "SELECT ?1, zeroblob(32), 'jpg', 5, 4096, 7, 8, 9, NULL, '', '', '', '', 1, 1, 1, 1, '', 0, 0, 0",
            on: connection)
        let found = try statement.first([.integer(row)]) { StoredBlob($0, from: 0, layout: CacheLayout(root: "/c")) }
        return try #require(found ?? nil)
    }

    @Test(arguments: [0, 1, 2, 63, 64, 65, 1000])
    func `never holds more than its capacity, and the newest always`(_ count: Int) throws {
        var slots = HotSlots(capacity: 64)
        for number in 0..<count {
            try slots.put(hot("k\(number)"))
            #expect(slots.find("k\(number)") != nil)
        }
        #expect(slots.count == min(count, 64))
        #expect((0..<count).count { slots.find("k\($0)") != nil } == min(count, 64))
    }

    @Test func `has one place at least`() throws {
        var slots = HotSlots(capacity: 0)
        try slots.put(hot("a"))
        try slots.put(hot("b"))
        #expect(slots.find("a") == nil)
        #expect(slots.find("b") != nil)
    }

    @Test func `gives what was found lately a second chance`() throws {
        var slots = HotSlots(capacity: 4)
        for key in ["a", "b", "c", "d"] { try slots.put(hot(key)) }
        _ = slots.find("a")
        _ = slots.find("c")
        try slots.put(hot("e"))
        try slots.put(hot("f"))
        #expect(["a", "b", "c", "d", "e", "f"].filter { slots.find($0) != nil } == ["a", "c", "e", "f"])
    }

    @Test func `takes one after a bounded search where all were found lately`() throws {
        var slots = HotSlots(capacity: 100)
        for number in 0..<100 {
            try slots.put(hot("k\(number)"))
            _ = slots.find("k\(number)")
        }
        try slots.put(hot("new"))
        // Eight had their second chance; the ninth went.
        #expect(slots.find("k8") == nil)
        #expect(slots.find("k7") != nil && slots.find("k9") != nil && slots.find("new") != nil)
    }

    @Test func `replaces a key's entry in its place`() throws {
        var slots = HotSlots(capacity: 4)
        try slots.put(hot("a", blob: 1))
        let newer = try hot("a", blob: 2)
        slots.put(newer)
        #expect(slots.count == 1)
        slots.remove(blob: 1)
        #expect(slots.find("a") === newer)
        slots.remove(blob: 2)
        #expect(slots.find("a") == nil)
    }

    @Test func `forgets each key that names a blob, and no failure`() throws {
        var slots = HotSlots(capacity: 10)
        for number in 0..<10 { try slots.put(hot("k\(number)", blob: number == 5 ? nil : Int64(number % 3))) }
        slots.remove(blob: 0)
        #expect((0..<10).filter { slots.find("k\($0)") != nil } == [1, 2, 4, 5, 7, 8])
        slots.remove(blob: 3)
        #expect(slots.count == 6)
        slots.removeAll()
        #expect(slots.count == 0)
        #expect(slots.find("k1") == nil)
    }

    @Test func `knows two spellings of one character as two keys`() throws {
        var slots = HotSlots(capacity: 4)
        try slots.put(hot("http://a.example/caf\u{e9}"))
        #expect(slots.find("http://a.example/cafe\u{301}") == nil)
        try slots.put(hot("http://a.example/K"))
        #expect(slots.find("http://a.example/\u{212a}") == nil)
        #expect(slots.count == 2)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `agrees with a dictionary while nothing has to go`(_ seed: UInt64) throws {
        var random = seed
        func next(_ bound: UInt64) -> UInt64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (random >> 33) % bound
        }
        var slots = HotSlots(capacity: 50)
        var model: [String: HotEntry] = [:]
        let blobs = try (0..<8).map { try storedBlob(row: Int64($0)) }
        for _ in 0..<3000 {
            let key = "k\(next(50))"
            switch next(10) {
            case 0...5:
                let entry = HotEntry(
                    failure(key, storedAt: WallTime(seconds: 0)), next(4) == 0 ? nil : blobs[Int(next(8))])
                slots.put(entry)
                model[key] = entry
            case 6...7:
                slots.remove(key)
                model[key] = nil
            default:
                let blob = Int64(next(8))
                slots.remove(blob: blob)
                model = model.filter { $0.value.blobRow != blob }
            }
            #expect(slots.count == model.count)
            #expect((0..<50).allSatisfy { slots.find("k\($0)") === model["k\($0)"] })
        }
    }
}
