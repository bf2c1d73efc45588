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

    /// Makes a record.
    package init(
        noStore: Bool, freshUntil: WallTime, staleWhileRevalidateUntil: WallTime? = nil,
        staleIfErrorUntil: WallTime? = nil, isExplicit: Bool = false
    ) {
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
        var left = Freshness.defaultLifetime
        if let lifetime { left = lifetime - Freshness.age(headers, requested: requested, received: received) }
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
            staleIfErrorUntil: earlier(staleIfErrorUntil, redirect.staleIfErrorUntil), isExplicit: true)
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
