/// What the file system that holds the cache has left (`statvfs(3)`), and what the cache leaves to others.
package struct DiskSpace: Sendable, Equatable {
    /// The floors are this part of the file system, at most.
    static let floorDivisor: Int64 = 50
    /// The most bytes that are left free.
    static let largestByteFloor: Int64 = 1_000_000_000
    /// The most inodes that are left free.
    static let largestInodeFloor: Int64 = 10_000

    /// Size of the file system in bytes.
    package var bytes: Int64
    /// Bytes that an ordinary user may still take.
    package var freeBytes: Int64
    /// Inodes of the file system; 0 where they are not counted.
    package var inodes: Int64
    /// Inodes that an ordinary user may still take.
    package var freeInodes: Int64

    /// Bytes that the cache leaves free: 2 % of the file system, at most 1 GB.
    package var byteFloor: Int64 { min(bytes / DiskSpace.floorDivisor, DiskSpace.largestByteFloor) }

    /// Inodes that the cache leaves free: 2 % of them, at most 10,000; 0 where they are not counted.
    package var inodeFloor: Int64 { min(inodes / DiskSpace.floorDivisor, DiskSpace.largestInodeFloor) }

    /// Bytes that are missing for `needed` more above the floor.
    func missingBytes(for needed: Int64) -> Int64 {
        max(0, saturatingSum(byteFloor, max(0, needed)) - freeBytes)
    }

    /// Inodes that are missing for one more file above the floor.
    var missingInodes: Int64 {
        inodes > 0 ? max(0, inodeFloor + 1 - freeInodes) : 0
    }
}
