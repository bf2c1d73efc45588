package import Telemetry

/// What the cache knows of one URL: accepted bytes or a remembered failure, with validators and freshness.
package struct CacheEntry: Sendable, Equatable {
    /// What was found at the URL.
    package enum Content: Sendable, Equatable {
        /// Accepted bytes.
        case blob(Blob)
        /// A failure that need not be tried again before `freshUntil`.
        case failure(RememberedFailure)
    }

    /// The key: the URL as sent, canonical in scheme, host and port only (DESIGN section 7).
    package var key: String
    /// Bytes or failure.
    package var content: Content
    /// The origin's ETag, as received.
    package var etag: String?
    /// The origin's Last-Modified, as received.
    package var lastModified: String?
    /// When the origin last vouched for this.
    package var storedAt: WallTime
    /// Answered without asking the origin until then.
    package var freshUntil: WallTime
    /// May be served while one refresh runs, until then; nil if not.
    package var staleWhileRevalidateUntil: WallTime?
    /// May be served when the origin fails, until then; nil if not.
    package var staleIfErrorUntil: WallTime?

    /// Makes an entry.
    package init(
        key: String, content: Content, etag: String? = nil, lastModified: String? = nil, storedAt: WallTime,
        freshUntil: WallTime, staleWhileRevalidateUntil: WallTime? = nil, staleIfErrorUntil: WallTime? = nil
    ) {
        self.key = key
        self.content = content
        self.etag = etag
        self.lastModified = lastModified
        self.storedAt = storedAt
        self.freshUntil = freshUntil
        self.staleWhileRevalidateUntil = staleWhileRevalidateUntil
        self.staleIfErrorUntil = staleIfErrorUntil
    }

    /// The most seconds by which an entry may be from the future: what a clock that is set right moves back by in the
    /// ordinary course of things.
    static let mostAhead: Int64 = 300

    /// Whether the origin need not be asked at `now`. An entry from the future was stored while the clock was wrong, and what
    /// is to pass for fresh for a minute would do so until the day that the clock then showed.
    package func isFresh(at now: WallTime) -> Bool {
        freshUntil > now && storedAt <= now.advanced(bySeconds: CacheEntry.mostAhead)
    }
}

/// A failure worth remembering: its stable reason and what to tell the next one who asks.
package struct RememberedFailure: Sendable, Equatable {
    /// The stable reason of DESIGN section 4.
    package var reason: String
    /// One sentence for a person.
    package var detail: String
    /// The origin's status, for `http-status`.
    package var httpStatus: Int?
    /// Which policy gave the verdict, in the words of who judged; nil for a failure that no policy had a part in.
    package var policy: String?

    /// Makes a record.
    package init(reason: String, detail: String, httpStatus: Int? = nil, policy: String? = nil) {
        self.reason = reason
        self.detail = detail
        self.httpStatus = httpStatus
        self.policy = policy
    }
}
