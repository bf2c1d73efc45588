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

    private func digest(_ number: UInt8) throws -> Digest {
        try #require(Digest(bytes: [UInt8](repeating: number, count: 32)))
    }

    @Test(arguments: [0, 1, 4]) func `never holds more than its capacity, and the newest always`(capacity: Int) throws {
        var blobs = HotBlobs(capacity: capacity)
        for number in UInt8(0)..<20 {
            try blobs.put(hot(number, row: Int64(number)))
            #expect(try blobs.find(digest(number))?.row == Int64(number))
            #expect(blobs.count == min(Int(number) + 1, max(1, capacity)))
        }
        #expect(try blobs.find(digest(0)) == nil)
    }

    @Test func `keeps a blob in place of the old one of its digest`() throws {
        var blobs = HotBlobs(capacity: 2)
        try blobs.put(hot(1, row: 1))
        try blobs.put(hot(1, row: 5))
        #expect(blobs.count == 1)
        #expect(try blobs.find(digest(1))?.row == 5)
    }

    @Test func `forgets the blob of a row, and holds as many again after it`() throws {
        var blobs = HotBlobs(capacity: 3)
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
}
