import Telemetry

@testable import MediaFetching

/// URLs, network rules and the heads of answers: what the fetcher decides before and after a transfer.
enum FetchTargets {
    static let all = [
        FuzzTarget("url", "a URL, and a redirect from it, judged", longest: 512, seeds: { urls.map(bytes) }) {
            checkURL($0)
        },
        FuzzTarget("network-rule", "a network as an operator writes it", longest: 64, seeds: { networks.map(bytes) }) {
            guard let rule = try? NetworkRule(String(decoding: $0, as: UTF8.self)) else { return }
            let port = rule.port ?? 80
            require(
                rule.matches(SocketAddress(rule.prefix.address, port: port)), "a network without its own address")
            require(rule.prefix.contains(rule.prefix.address), "a network without its own address")
        },
        FuzzTarget("response-head", "an answer's head: fields, framing, freshness", seeds: { heads.map(bytes) }) {
            checkHead($0)
        },
    ]

    private static let rules = try? URLRules(FetchConfiguration(), ownAddresses: [])
    private static let now = WallTime(milliseconds: 1_796_000_000_000)

    private static func checkURL(_ bytes: [UInt8]) {
        guard let rules else { return require(false, "no rules") }
        let lines = bytes.split(separator: 0x0a, maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = lines.first, let target = try? FetchTarget.parse(Array(first), rules: rules) else { return }
        check(target, rules)
        guard lines.count == 2 else { return }
        var location = ""
        for byte in lines[1] { location.unicodeScalars.append(Unicode.Scalar(byte)) }
        guard let next = try? RedirectRules.next(location, from: target, followed: 0, limit: 1, rules: rules) else {
            return
        }
        check(next, rules)
        require(target.origin.scheme == .http || next.origin.scheme == .https, "a redirect out of TLS")
    }

    private static func check(_ target: FetchTarget, _ rules: URLRules) {
        let key = target.cacheKey
        require(key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x5c }, "a byte that no URL has: \(key)")
        require(target.requestTarget.hasPrefix("/"), "a request target without a slash: \(key)")
        require(!target.requestTarget.contains("#"), "a fragment is sent: \(key)")
        require(key.utf8.count <= URLRules.longestURL, "a URL that is too long")
        require((try? FetchTarget.parse(key, rules: rules)) == target, "a key that means another target: \(key)")
        require(FetchTarget.unjudged(key) == target, "a key that is read otherwise when nobody judges: \(key)")
        require(target.origin.host.lowercased() == target.origin.host, "a host in upper case: \(key)")
        let literal =
            target.origin.host.hasPrefix("[") ? String(target.origin.host.dropFirst().dropLast()) : target.origin.host
        if let address = IPAddress(literal) {
            let verdict = rules.addresses.verdict(on: SocketAddress(address, port: target.origin.port))
            require(verdict == .allowed, "an address that is not allowed: \(key)")
        }
        _ = target.redacted
    }

    private static func checkHead(_ bytes: [UInt8]) {
        var head = ResponseHead()
        for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
            if case .refused = head.read(Array(line).span) { return }
        }
        require((0...999).contains(head.status), "a status of more than three digits")
        if let framing = try? BodyFraming(head) { require((framing.length ?? 0) >= 0, "a negative length") }
        for value in head.values("retry-after") {
            let seconds = RetryAfter.seconds(value, now: now) ?? 0
            require((0...RetryAfter.longest).contains(seconds), "a wait of \(seconds) s")
        }
        let headers = CacheHeaders(head, now: now)
        for delay: Int64 in [0, 1, -1, .min, .max] {
            let freshness = Freshness(headers, requested: now, received: now.advanced(bySeconds: delay))
            let longest = now.advanced(bySeconds: delay).advanced(bySeconds: Freshness.longestLifetime)
            require(freshness.freshUntil <= longest, "fresh for longer than a day: \(freshness)")
            for end in [freshness.staleIfErrorUntil, freshness.staleWhileRevalidateUntil] {
                guard let end else { continue }
                require(end >= freshness.freshUntil, "stale before it is fresh no more: \(freshness)")
                require(!freshness.noStore, "stale answers of what may not be stored: \(freshness)")
            }
            let limited = freshness.limited(by: freshness)
            require(limited.freshUntil == freshness.freshUntil, "limited by itself: \(freshness)")
        }
    }

    @Sendable private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let urls = [
        "https://cdn.test/a.jpg?sig=%2f&x#y", "HTTP://User.TEST.:80/a b/[c]/\u{e9}\n../d?e", "http://8.8.8.8:80/",
        "http://0x08080808/", "https://[2606:4700::1111]/x\n//other.test/y", "https://cdn.test\n?q", "//x", "ftp://x/",
        "https://a.test/b/c/../d?e=f&g\nhttps://b.test/", "http://127.1/", "http://a.test:8080/", "http://a@b.test/",
        "http://xn--mnchen-3ya.test/", "http://localhost/", "https://a.test/\nhttp://a.test/",
        "https://[fe80::1%25eth0]/",
    ]

    private static let networks = [
        "10.0.0.0/8", "127.0.0.0/8:8080", "::1/128", "[fd00::]/8", "[::1]:8080", "::ffff:10.0.0.0/104", "1.2.3.4",
    ]

    private static let heads = [
        "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nExpires: Sunday, 06-Nov-94 09:49:37 GMT\r\nAge: 7\r\n"
            + "Cache-Control: public, max-age=60, s-maxage=\"90\", stale-while-revalidate=5\r\nVary: *\r\n\r\n",
        "HTTP/2 503\r\nRetry-After: Sun Nov  6 08:49:37 2094\r\nRetry-After: 120\r\nContent-Length: 5\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 206 x\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\nT: x\r\n",
        "HTTP/1.0 404 x\r\nExpires: 0\r\nCache-Control: private, no-cache=\"a, b\", stale-if-error=9\r\n folded\r\n\r\n",
    ]
}
