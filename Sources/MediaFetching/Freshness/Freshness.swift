package import Telemetry

/// How long an answer may be used (RFC 9111 for a shared cache, with the bounds of DESIGN section 7).
package struct Freshness: Sendable, Equatable {
    /// May not be matched by URL again.
    package var noStore: Bool
    /// Fresh until then.
    package var freshUntil: WallTime
    /// May be served stale while one refresh runs, until then (RFC 5861); nil if not.
    package var staleWhileRevalidateUntil: WallTime?
    /// May be served stale when the origin fails, until then (RFC 5861); nil if not.
    package var staleIfErrorUntil: WallTime?
    /// Whether the origin itself said how long; where it did not, `freshUntil` is our own default.
    package var isExplicit: Bool
    /// When the answer's head was there: what `freshUntil` counts from.
    package var receivedAt: WallTime
    /// Whether the answer has neither Cache-Control nor Expires.
    private(set) var isSilent = false
    /// The answer's age on arrival, in seconds.
    private(set) var age: Int64 = 0

    /// Makes a record.
    package init(
        noStore: Bool, freshUntil: WallTime, staleWhileRevalidateUntil: WallTime? = nil,
        staleIfErrorUntil: WallTime? = nil, isExplicit: Bool = false, receivedAt: WallTime
    ) {
        self.receivedAt = receivedAt
        self.noStore = noStore
        self.freshUntil = freshUntil
        self.staleWhileRevalidateUntil = staleWhileRevalidateUntil
        self.staleIfErrorUntil = staleIfErrorUntil
        self.isExplicit = isExplicit
    }

    /// The lifetime in seconds of an answer that names none.
    package static let defaultLifetime: Int64 = 3600
    /// The longest lifetime in seconds, whatever the origin says; after it comes a conditional request.
    package static let longestLifetime: Int64 = 86_400
    /// The least lifetime in seconds that is shortened at random.
    package static let leastJitteredLifetime: Int64 = 600
    /// The longest time in seconds that an answer may be served stale, whatever the origin says.
    package static let longestStaleness: Int64 = 7 * 86_400

    /// Judges a response's headers (RFC 9111 sections 3, 4.2 and 5.2.2).
    ///
    /// - Parameters:
    ///   - headers: What the response says.
    ///   - requested: When the request was sent.
    ///   - received: When the response's head was there.
    init(_ headers: CacheHeaders, requested: WallTime, received: WallTime) {
        let lifetime = Freshness.lifetime(headers, received: received)
        // The default starts when the answer comes: an origin that names no lifetime did not mean its Age against one.
        receivedAt = received
        isSilent = !headers.hasFreshnessFields
        age = Freshness.age(headers, requested: requested, received: received)
        var left = Freshness.defaultLifetime
        if let lifetime { left = lifetime - age }
        if headers.noCache { left = 0 }
        left = min(max(left, -Freshness.longestStaleness), Freshness.longestLifetime)
        freshUntil = received.advanced(bySeconds: left)
        noStore = headers.noStore || headers.isPrivate || headers.variesOnEverything
        isExplicit = lifetime != nil || headers.noCache || noStore
        // s-maxage implies proxy-revalidate (RFC 9111 section 5.2.2.10), unless a stale directive speaks beside it.
        guard !headers.mustRevalidate, !headers.noCache, !noStore else { return }
        staleWhileRevalidateUntil = headers.staleWhileRevalidate.map { [freshUntil] seconds in
            freshUntil.advanced(bySeconds: min(seconds, Freshness.longestStaleness))
        }
        staleIfErrorUntil = headers.staleIfError.map { [freshUntil] seconds in
            freshUntil.advanced(bySeconds: min(seconds, Freshness.longestStaleness))
        }
    }

    /// This record held to a redirect's that led to the answer: the URL asked for is no longer good than that one.
    ///
    /// A redirect that names no lifetime of its own limits nothing.
    func limited(by redirect: Freshness) -> Freshness {
        guard redirect.isExplicit else { return self }
        func earlier(_ left: WallTime?, _ right: WallTime?) -> WallTime? {
            guard let left, let right else { return nil }
            return min(left, right)
        }
        return Freshness(
            noStore: noStore || redirect.noStore, freshUntil: min(freshUntil, redirect.freshUntil),
            staleWhileRevalidateUntil: earlier(staleWhileRevalidateUntil, redirect.staleWhileRevalidateUntil),
            staleIfErrorUntil: earlier(staleIfErrorUntil, redirect.staleIfErrorUntil), isExplicit: true,
            receivedAt: receivedAt)
    }

    /// This record, of a 304, for the answer that it confirms, whose record is `stored` (RFC 9111 section 4.3.4).
    ///
    /// A field that the 304 has replaces the stored one. Where it has none about freshness, the stored lifetime begins
    /// anew, less the 304's own age.
    package func confirming(_ stored: Freshness) -> Freshness {
        guard isSilent, !noStore else { return self }
        let lifetime = min(max(0, stored.receivedAt.seconds(to: stored.freshUntil)), Freshness.longestLifetime)
        var result = self
        result.freshUntil = receivedAt.advanced(bySeconds: max(lifetime - age, -Freshness.longestStaleness))
        func window(_ end: WallTime?) -> WallTime? {
            end.map { end in
                let seconds = min(max(0, stored.freshUntil.seconds(to: end)), Freshness.longestStaleness)
                return result.freshUntil.advanced(bySeconds: seconds)
            }
        }
        result.staleWhileRevalidateUntil = window(stored.staleWhileRevalidateUntil)
        result.staleIfErrorUntil = window(stored.staleIfErrorUntil)
        return result
    }

    /// This record with a lifetime of ten minutes or more shortened by up to a tenth, by how much depending on the URL
    /// alone: what a campaign fetched in one moment does not expire in one.
    ///
    /// How long it may be served stale does not change. Not for a lifetime that was shortened before.
    package func jittered(for key: String) -> Freshness {
        let lifetime = receivedAt.seconds(to: freshUntil)
        guard lifetime >= Freshness.leastJitteredLifetime else { return self }
        // FNV-1a, folded: neighbouring URLs must not have neighbouring lifetimes.
        var hash = key.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        hash ^= hash >> 32
        var result = self
        result.freshUntil = freshUntil.advanced(bySeconds: -Int64(hash % UInt64(lifetime / 10 + 1)))
        return result
    }

    /// The freshness lifetime in seconds (RFC 9111 section 4.2.1); nil if the response names none.
    private static func lifetime(_ headers: CacheHeaders, received: WallTime) -> Int64? {
        if let seconds = headers.sharedMaxAge ?? headers.maxAge { return seconds }
        switch headers.expires {
        case .at(let expiry): return max(0, (headers.date ?? received).seconds(to: expiry))
        case .malformed: return 0
        case nil: return nil
        }
    }

    /// The age in seconds on arrival (RFC 9111 section 4.2.3), never negative.
    private static func age(_ headers: CacheHeaders, requested: WallTime, received: WallTime) -> Int64 {
        let apparent = max(0, headers.date.map { $0.seconds(to: received) } ?? 0)
        let delay = max(0, requested.seconds(to: received))
        return min(max(apparent, (headers.age ?? 0) + min(delay, longestLifetime)), 1 << 31)
    }
}
