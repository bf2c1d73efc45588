package import Telemetry

/// What `cache verify` found.
package struct VerifyReport: Sendable, Equatable {
    /// Blobs that a verification which was interrupted had found right, and that were not read again.
    package var skipped: Int64 = 0
    /// Blobs whose file was read.
    package var checked: Int64 = 0
    /// Their bytes.
    package var checkedBytes: Int64 = 0
    /// Digests of blobs whose content is wrong, the first 1,000.
    package var corrupt: [Digest] = []
    /// Digests of blobs whose file is gone, the first 1,000.
    package var missing: [Digest] = []
    /// Blobs whose file could not be read; nothing is said of them.
    package var unreadable: Int64 = 0
    /// Files with a blob's name and no row.
    package var orphans: Int64 = 0
    /// Entries whose blob has no row.
    package var ghosts: Int64 = 0
    /// Whether anything is wrong.
    package var isClean: Bool {
        corrupt.isEmpty && missing.isEmpty && unreadable == 0 && orphans == 0 && ghosts == 0
    }

    /// Digests listed of each sort.
    static let listed = 1000

    /// An empty report.
    package init() {}
}

/// How far `cache verify` is.
package struct VerifyProgress: Sendable, Equatable {
    /// Blobs read, those included that an interrupted verification had read.
    package var checked: Int64
    /// Blobs there were at the start.
    package var total: Int64

    /// Makes a record.
    package init(checked: Int64, total: Int64) {
        self.checked = checked
        self.total = total
    }
}

/// What `cache gc` and `cache purge` removed.
package struct RemovalReport: Sendable, Equatable {
    /// Entries of URLs with a blob.
    package var entries: Int64 = 0
    /// Remembered failures.
    package var failures: Int64 = 0
    /// Blobs with their files.
    package var blobs: Int64 = 0
    /// Files with a blob's name and no row.
    package var orphans: Int64 = 0
    /// Bytes of disk freed.
    package var freedBytes: Int64 = 0

    /// Nothing.
    package init() {}
}

/// What `cache purge` removes.
package enum PurgeTarget: Sendable, Equatable {
    /// One URL, by its key.
    case url(String)
    /// All URLs of a host, as in the URL, without port.
    case host(String)
    /// All URLs that were stored before a time.
    case olderThan(WallTime)
    /// Everything.
    case all
}
