/// The part of a URL that a connection belongs to; limits and circuits count by it (RFC 9110 section 4.3.1).
package struct Origin: Sendable, Hashable {
    /// The schemes that are fetched.
    package enum Scheme: String, Sendable, Hashable {
        /// HTTP in the clear.
        case http
        /// HTTP over TLS.
        case https

        /// The port of a URL that names none.
        package var defaultPort: UInt16 {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    /// The scheme.
    package let scheme: Scheme
    /// The host in lower case, without a trailing dot; an IPv6 address in brackets.
    package let host: String
    /// The port, default or not.
    package let port: UInt16

    /// Makes an origin from parts in their normal form.
    package init(scheme: Scheme, host: String, port: UInt16) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// `https://cdn.test` or `http://[::1]:8080`: a default port is left out, and no slash ends it.
    package var url: String {
        let base = scheme.rawValue + "://" + host
        return port == scheme.defaultPort ? base : base + ":" + String(port)
    }
}
