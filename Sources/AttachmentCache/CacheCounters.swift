import Synchronization

/// What happened since the cache was opened, for metrics.
package struct CacheCounts: Sendable, Equatable {
    /// Blobs whose file had changed and was hashed again.
    package var rehashed = 0
    /// Blobs dropped because their file's content was wrong.
    package var corrupt = 0
    /// Blobs dropped because their file was gone.
    package var missing = 0
    /// Blobs published.
    package var published = 0
    /// Of these, the ones that were there already.
    package var reused = 0
    /// Blobs removed to make room.
    package var evicted = 0
    /// Bytes of disk that this freed.
    package var evictedBytes: Int64 = 0
    /// Pins that gave way because all of them together held too much.
    package var pinsGivenWay = 0
    /// Times that room had to be made and nothing more could go.
    package var roomNotMade = 0
    /// Entries and failures removed because there were too many.
    package var trimmed = 0
    /// Blobs found without a row and given one.
    package var adopted = 0
    /// Indexes set aside because they could not be used.
    package var indexesSetAside = 0
    /// Files that could not be removed; they are orphans now.
    package var removalsFailed = 0
}

/// The counts of an open cache, added to from any thread.
final class CacheCounters: Sendable {
    private let counts = Mutex(CacheCounts())

    /// The counts at this moment.
    var current: CacheCounts {
        counts.withLock { $0 }
    }

    /// Adds to some of the counts.
    func update(_ body: (inout CacheCounts) -> Void) {
        counts.withLock { body(&$0) }
    }
}
