/// Which blobs go when the cache is nearly full: the oldest, until there is room. No disk, no index.
///
/// A first policy; it sees a page of candidates at a time, so a large index is never read as a whole.
struct EvictionPlan: Sendable, Equatable {
    /// A blob that may go.
    struct Candidate: Sendable, Equatable {
        /// Its row in the index.
        var id: Int64
        /// Its file name.
        var name: BlobName
        /// Bytes of disk that removing it frees.
        var allocated: Int64
    }

    /// Per cent of the limit above which blobs go.
    static let highWater: Int64 = 95
    /// Per cent of the limit down to which they go.
    static let lowWater: Int64 = 90

    /// Bytes that have to be freed.
    let bytesToFree: Int64

    /// A plan for a cache that holds and has promised so much, and is about to be asked for `needed` more bytes.
    ///
    /// Nothing goes up to the high mark. `needed` beyond the limit frees nothing: it can never be met.
    init(_ ledger: RoomLedger, needed: Int64 = 0) {
        let wanted = saturatingSum(ledger.occupied, needed)
        guard needed <= ledger.limit, wanted > EvictionPlan.mark(EvictionPlan.highWater, of: ledger.limit) else {
            bytesToFree = 0
            return
        }
        // A download larger than the tenth that the low mark keeps free must still fit.
        let target = min(EvictionPlan.mark(EvictionPlan.lowWater, of: ledger.limit), ledger.limit - needed)
        bytesToFree = max(0, ledger.occupied - target)
    }

    /// The first of `candidates`, given oldest first, that together free enough; never `newest`, which is being stored.
    func victims(among candidates: [Candidate], sparing newest: Int64?) -> [Candidate] {
        var freed: Int64 = 0
        var victims: [Candidate] = []
        for candidate in candidates where candidate.id != newest {
            guard freed < bytesToFree else { break }
            victims.append(candidate)
            freed = saturatingSum(freed, max(0, candidate.allocated))
        }
        return victims
    }

    /// So many per cent of `limit`, without overflow.
    private static func mark(_ percent: Int64, of limit: Int64) -> Int64 {
        limit / 100 * percent + limit % 100 * percent / 100
    }
}
