package import Telemetry

/// What `cache stats` tells.
package struct CacheStatistics: Sendable, Equatable {
    /// Blobs of one kind.
    package struct Kind: Sendable, Equatable {
        /// `image`, `video` or `audio`.
        package var kind: String
        /// Number of blobs.
        package var blobs: Int64
        /// Their bytes.
        package var bytes: Int64

        /// Makes a row.
        package init(kind: String, blobs: Int64, bytes: Int64) {
            self.kind = kind
            self.blobs = blobs
            self.bytes = bytes
        }
    }

    /// URLs of one host.
    package struct Host: Sendable, Equatable {
        /// As in the URL, without port.
        package var host: String
        /// Number of URLs with a blob.
        package var entries: Int64
        /// Number of URLs with a remembered failure.
        package var failures: Int64
        /// Bytes of the blobs; one that several URLs share counts for each.
        package var bytes: Int64

        /// Makes a row.
        package init(host: String, entries: Int64, failures: Int64, bytes: Int64) {
            self.host = host
            self.entries = entries
            self.failures = failures
            self.bytes = bytes
        }
    }

    /// The sums.
    package var totals = CacheTotals()
    /// Every kind, most bytes first.
    package var kinds: [Kind] = []
    /// The 100 hosts with the most bytes.
    package var hosts: [Host] = []
    /// When the oldest blob was stored; nil without blobs, adopted ones not counted.
    package var oldest: WallTime?
    /// Blobs that no URL names.
    package var unreferencedBlobs: Int64 = 0
    /// Blobs that are kept from eviction for now; `totals.pinnedBytes` says what they take.
    package var pinnedBlobs: Int64 = 0
    /// Answers that named a blob and did not ask its origin, since the index was made.
    package var hits: Int64 = 0
    /// Answers that named a blob and did ask.
    package var misses: Int64 = 0
    /// Hits of all answers that named a blob; nil before the first.
    package var hitRatio: Double? {
        let answers = saturatingSum(max(0, hits), max(0, misses))
        return answers > 0 ? Double(max(0, hits)) / Double(answers) : nil
    }

    /// Those of an empty cache.
    package init() {}
}

/// Which entries `cache list` wants, in which order, and from where on.
package struct CacheListRequest: Sendable, Equatable {
    /// Orders; equal ones by row.
    package enum Order: String, Sendable, CaseIterable {
        /// Latest stored first.
        case newest
        /// Latest stored last.
        case oldest
        /// Most bytes first; failures last.
        case largest
    }

    /// The most entries of one answer.
    package static let limits = 1...1000

    /// Only this host.
    package var host: String?
    /// Only `image`, `video` or `audio`, or `failure` for remembered failures.
    package var kind: String?
    /// The order.
    package var order: Order
    /// At most so many entries, held to `limits`.
    package var limit: Int
    /// The place after which to go on, from the answer before; nil to begin.
    package var cursor: String?

    /// Makes a request; for everything, newest first, 100 at a time, unless said otherwise.
    package init(
        host: String? = nil, kind: String? = nil, order: Order = .newest, limit: Int = 100, cursor: String? = nil
    ) {
        self.host = host
        self.kind = kind
        self.order = order
        self.limit = limit
        self.cursor = cursor
    }
}

/// Some entries, and where the next ones are.
package struct CachePage: Sendable, Equatable {
    /// The entries in the order asked for.
    package var entries: [CacheEntry] = []
    /// For the next request; nil at the end.
    package var nextCursor: String?
}
