/// Where a redirect may lead: each hop is judged like the first URL.
enum RedirectRules {
    /// Resolves and judges a Location header.
    ///
    /// - Parameters:
    ///   - location: The Location header's value, one scalar a byte (Latin-1).
    ///   - base: The URL that answered.
    ///   - followed: Redirects followed so far.
    ///   - limit: Redirects followed at most.
    ///   - rules: What every URL is judged by.
    /// - Returns: The next target.
    /// - Throws: `too-many-redirects`, `insecure-redirect`, or what `FetchTarget.parse` throws.
    static func next(
        _ location: String, from base: FetchTarget, followed: Int, limit: Int, rules: URLRules
    ) throws(FetchFailure) -> FetchTarget {
        guard followed < limit else {
            throw FetchFailure(
                .tooManyRedirects, "\(base.origin.host) redirected once more after \(followed) redirects.")
        }
        let bytes = location.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let url = URLReference.resolve(bytes, against: base)
        if base.origin.scheme == .https, String(decoding: url.prefix(5), as: UTF8.self).lowercased() == "http:" {
            throw FetchFailure(.insecureRedirect, "\(base.origin.host) redirected from https to http.")
        }
        do {
            return try FetchTarget.parse(url, rules: rules)
        } catch {
            var failure = error
            failure.detail = "After a redirect by \(base.origin.host): \(error.detail)"
            throw failure
        }
    }
}
