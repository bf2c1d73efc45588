/// A URL that the rules let pass, in the form in which it is sent.
package struct FetchTarget: Sendable, Hashable {
    /// Where it is fetched from.
    package let origin: Origin
    /// Path and query, byte for byte what goes out after the method; starts with `/`.
    package let requestTarget: String
    /// The cache's key: the URL as sent, fragment cut, scheme and host in lower case, without a trailing dot of the host
    /// and a default port.
    package var cacheKey: String

    private init(origin: Origin, requestTarget: String) {
        self.origin = origin
        self.requestTarget = requestTarget
        cacheKey = origin.url + requestTarget
    }

    /// The URL for logs and people: no query values, no fragment, no userinfo.
    package var redacted: String {
        guard let mark = requestTarget.firstIndex(of: "?") else { return cacheKey }
        let names = requestTarget[requestTarget.index(after: mark)...]
            .split(separator: "&", omittingEmptySubsequences: false)
            .map { parameter in
                guard let equals = parameter.firstIndex(of: "=") else { return parameter.isEmpty ? "" : "*" }
                return parameter[...equals] + "*"
            }
        return origin.url + requestTarget[...mark] + names.joined(separator: "&")
    }

    /// Judges a URL in the order syntax, scheme, host name, literal address, port; pure, nothing is looked up.
    ///
    /// - Throws: `invalid-url`, `forbidden-scheme`, `forbidden-address` or `forbidden-port`.
    package static func parse(_ text: String, rules: URLRules) throws(FetchFailure) -> FetchTarget {
        try parse(text.utf8, rules: rules)
    }

    /// Why the rules refuse a URL; nil where they let it pass.
    package static func refusal(of text: String, rules: URLRules) -> FetchFailure? {
        do throws(FetchFailure) {
            _ = try parse(text, rules: rules)
            return nil
        } catch {
            return error
        }
    }

    /// The same for the bytes of a header, which need not be UTF-8.
    static func parse(_ text: some Sequence<UInt8>, rules: URLRules) throws(FetchFailure) -> FetchTarget {
        let url = try cut(text)
        if url.scheme == .http, rules.httpsOnly {
            throw FetchFailure(.forbiddenScheme, "The URL's scheme is http; only https is fetched here.")
        }
        let (host, port) = try hostAndPort(of: url)
        let origin = Origin(scheme: url.scheme, host: host.text, port: port)
        try judge(host, port, rules.addresses)
        let target = FetchTarget(origin: origin, requestTarget: url.requestTarget)
        guard target.cacheKey.utf8.count <= URLRules.longestURL else { throw invalid("it is too long") }
        return target
    }

    /// Reads a URL without judging where it leads, for looking at what was fetched before; nil if it is no http URL.
    package static func unjudged(_ text: String) -> FetchTarget? {
        guard let url = try? cut(text.utf8), let (host, port) = try? hostAndPort(of: url) else { return nil }
        return FetchTarget(
            origin: Origin(scheme: url.scheme, host: host.text, port: port), requestTarget: url.requestTarget)
    }

    private static func cut(_ text: some Sequence<UInt8>) throws(FetchFailure) -> URLText {
        do {
            return try URLText(text)
        } catch {
            switch error {
            case .syntax(let fault): throw invalid(fault)
            case .scheme(let scheme):
                throw FetchFailure(
                    .forbiddenScheme, "The URL's scheme is \(scheme.prefix(32)); only http and https are fetched.")
            }
        }
    }

    /// A host in its normal form, and its address if it is a literal.
    private struct Host {
        var text: String
        var address: IPAddress?
        var hasZone = false
        var hasTrailingDot = false
    }

    private static func hostAndPort(of url: URLText) throws(FetchFailure) -> (Host, UInt16) {
        let isBracketed = url.authority.hasPrefix("[")
        if url.authority.contains("@") { throw invalid("it carries a user name") }
        if url.authority.contains("%"), !isBracketed { throw invalid("its host is percent-encoded") }
        guard let parsed = ParsedURL(url.scheme.rawValue + "://" + url.authority + "/"),
            let written = parsed.host?.lowercased()
        else { throw invalid("its host or port is malformed") }
        var port = url.scheme.defaultPort
        if let text = parsed.port {
            guard let number = UInt16(text) else { throw invalid("its port is malformed") }
            port = number
        }
        if written.hasPrefix("[") {
            guard let address = IPAddress(String(written.dropFirst().dropLast())) else {
                throw invalid("its host is malformed")
            }
            let host = Host(text: "[\(address)]", address: address, hasZone: url.authority.contains("%"))
            return (host, port)
        }
        var name = written
        let hasTrailingDot = name.hasSuffix(".")
        if hasTrailingDot { name.removeLast() }
        return (Host(text: name, address: IPAddress(name), hasTrailingDot: hasTrailingDot), port)
    }

    private static func judge(_ host: Host, _ port: UInt16, _ rules: AddressRules) throws(FetchFailure) {
        if let address = host.address {
            try judge([address], host, port, rules)
            if host.hasZone { throw forbiddenAddress(host.text, "zone-id") }
            if host.hasTrailingDot { throw invalid("its host is an address with a dot behind it") }
            return
        }
        switch HostNameRules.verdict(on: host.text) {
        case .malformed(let fault): throw invalid(fault)
        case .forbidden: throw forbiddenAddress(host.text, HostNameRules.forbiddenName)
        case .local where !rules.allowsAnyNetwork: throw forbiddenAddress(host.text, HostNameRules.localName)
        case .loopback: try judge([IPAddress(ipv4: 0x7f00_0001), IPAddress(ipv6: 1)], host, port, rules)
        case .local, .name:
            if !rules.mayAllow(port: port) { throw forbiddenPort(port) }
        }
    }

    /// Passes if any of the host's addresses does; a refused port names the reason only if no address is refused.
    private static func judge(
        _ addresses: [IPAddress], _ host: Host, _ port: UInt16, _ rules: AddressRules
    ) throws(FetchFailure) {
        // Port 0 is never allowed, and hides what the address would have been refused for.
        let judgedPort = port == 0 ? 80 : port
        let verdicts = addresses.map { rules.verdict(on: SocketAddress($0, port: judgedPort)) }
        if verdicts.contains(.allowed), port != 0 { return }
        if verdicts.contains(.allowed) || verdicts.contains(.forbiddenPort) { throw forbiddenPort(port) }
        throw forbiddenAddress(host.text, verdicts.first?.name)
    }

    private static func invalid(_ fault: String) -> FetchFailure {
        FetchFailure(.invalidURL, "The URL cannot be used: \(fault).")
    }

    private static func forbiddenAddress(_ host: String, _ rule: String?) -> FetchFailure {
        FetchFailure(
            .forbiddenAddress, "The host \(host) is not one that media may be fetched from.", rule: rule)
    }

    private static func forbiddenPort(_ port: UInt16) -> FetchFailure {
        FetchFailure(
            .forbiddenPort, "Port \(port) is not open for fetching.", rule: AddressRules.Verdict.forbiddenPort.name)
    }
}
