/// How much must go: down to the low mark once the high mark is passed, and whatever the disk lacks. No disk, no index.
struct EvictionPlan: Sendable, Equatable {
    /// Per cent of the limit above which blobs go.
    static let highWater: Int64 = 95
    /// Per cent of the limit down to which they go.
    static let lowWater: Int64 = 90

    /// Bytes that have to be freed.
    private(set) var bytesToFree: Int64
    /// Files that have to be removed, for their inodes.
    private(set) var blobsToFree: Int64

    /// A plan for a cache that holds and has promised so much, and is about to be asked for `needed` more bytes, on a disk
    /// that has so much left; nil where the disk does not say.
    ///
    /// Nothing goes up to the high mark. `needed` beyond the limit frees nothing: it can never be met.
    init(_ ledger: RoomLedger, needed: Int64 = 0, disk: DiskSpace? = nil) {
        let byDisk = needed <= ledger.limit ? disk?.missingBytes(for: needed) ?? 0 : 0
        bytesToFree = max(EvictionPlan.byLimit(ledger, needed: needed), min(byDisk, ledger.used))
        blobsToFree = disk?.missingInodes ?? 0
    }

    /// Whether anything has to go.
    var isNeeded: Bool {
        bytesToFree > 0 || blobsToFree > 0
    }

    /// Notes that a blob goes.
    mutating func free(_ allocated: Int64) {
        bytesToFree -= min(bytesToFree, max(0, allocated))
        blobsToFree -= min(blobsToFree, 1)
    }

    private static func byLimit(_ ledger: RoomLedger, needed: Int64) -> Int64 {
        let wanted = saturatingSum(ledger.occupied, needed)
        guard needed <= ledger.limit, wanted > mark(highWater, of: ledger.limit) else { return 0 }
        // A download larger than the tenth that the low mark keeps free must still fit.
        let target = min(mark(lowWater, of: ledger.limit), ledger.limit - needed)
        return max(0, ledger.occupied - target)
    }

    /// So many per cent of `limit`, without overflow.
    static func mark(_ percent: Int64, of limit: Int64) -> Int64 {
        limit / 100 * percent + limit % 100 * percent / 100
    }
}
