/// Where a server listens: `unix:PATH` or `HOST:PORT`.
package enum ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// A Unix socket at an absolute or relative path.
    case unixSocket(path: String)
    /// A TCP socket; port 0 lets the kernel choose.
    case network(host: String, port: UInt16)

    /// Reads `unix:PATH`, `HOST:PORT` or `[IPv6]:PORT`; nil for anything else.
    package init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
            self = .unixSocket(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard let number = HTTPSyntax.decimal(Array(digits.utf8)), let port = UInt16(exactly: number) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, !host.utf8.contains(0) else { return nil }
        self = .network(host: String(host), port: port)
    }

    /// Whether only this machine can reach it; a name other than `localhost` counts as reachable from outside.
    package var isLocal: Bool {
        switch self {
        case .unixSocket: return true
        case .network(let host, _):
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            let isLoopbackNetwork = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
            return host == "localhost" || host == "::1" || isLoopbackNetwork
        }
    }

    /// As it is written on the command line.
    package var description: String {
        switch self {
        case .unixSocket(let path): "unix:" + path
        case .network(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}
