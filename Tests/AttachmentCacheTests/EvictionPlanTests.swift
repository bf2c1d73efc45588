import Telemetry
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

    /// Bytes and inodes free of a disk of 100,000 bytes and 1,000 inodes, needed, and what has to go of 50,000 bytes used.
    @Test(arguments: [
        (2000, 20, 0, 0, 1), (2000, 21, 0, 0, 0), (1999, 21, 0, 1, 0), (2000, 21, 500, 500, 0), (2500, 21, 500, 0, 0),
        (0, 0, 0, 2000, 21), (0, 21, 60_000, 50_000, 0),
    ])
    func `frees what the disk lacks, though the cache has room`(
        _ free: Int64, _ inodes: Int64, _ needed: Int64, _ bytes: Int64, _ blobs: Int64
    ) {
        var ledger = RoomLedger(limit: 1_000_000)
        ledger.setUsed(50_000)
        let disk = DiskSpace(bytes: 100_000, freeBytes: free, inodes: 1000, freeInodes: inodes)
        let plan = EvictionPlan(ledger, needed: needed, disk: disk)
        #expect(plan.bytesToFree == bytes)
        #expect(plan.blobsToFree == blobs)
        #expect(plan.isNeeded == (bytes > 0 || blobs > 0))
    }

    @Test func `counts what goes and never below nothing`() {
        var ledger = RoomLedger(limit: 1000)
        ledger.setUsed(1000)
        let disk = DiskSpace(bytes: 100_000, freeBytes: 90_000, inodes: 1000, freeInodes: 20)
        var plan = EvictionPlan(ledger, disk: disk)
        for (allocated, bytes, blobs) in [(60, 40, 0), (-5, 40, 0), (.max, 0, 0), (1, 0, 0)] as [(Int64, Int64, Int64)]
        {
            plan.free(allocated)
            #expect(plan.bytesToFree == bytes)
            #expect(plan.blobsToFree == blobs)
        }
        #expect(!plan.isNeeded)
    }
}

@Suite struct DiskSpaceTests {
    @Test(
        arguments: [
            (0, 0, 0, 0), (50, 50, 1, 1), (49, 49, 0, 0), (1_000_000, 1000, 20_000, 20),
            (50_000_000_000, 500_000, 1_000_000_000, 10_000), (50_000_000_050, 500_050, 1_000_000_000, 10_000),
            (.max, .max, 1_000_000_000, 10_000),
        ] as [(Int64, Int64, Int64, Int64)])
    func `leaves a fiftieth to others, up to a bound`(
        _ bytes: Int64, _ inodes: Int64, _ byteFloor: Int64, _ inodeFloor: Int64
    ) {
        let disk = DiskSpace(bytes: bytes, freeBytes: 0, inodes: inodes, freeInodes: 0)
        #expect(disk.byteFloor == byteFloor)
        #expect(disk.inodeFloor == inodeFloor)
        #expect(disk.missingBytes(for: .max) > 0)
        #expect(disk.missingInodes == (inodes == 0 ? 0 : inodeFloor + 1))
    }

    @Test func `asks of this machine's disk what the kernel says`() throws {
        let disk = try FileSystemCalls.system.space("/tmp")
        #expect(disk.bytes > 0)
        #expect(disk.freeBytes <= disk.bytes)
        #expect(throws: SystemCallError.self) { try FileSystemCalls.system.space("/none") }
    }
}
