/// The operator's settings for fetching.
package struct FetchConfiguration: Sendable {
    /// A network in CIDR form that an option allows or denies, with an optional single port.
    package struct NetworkRule: Sendable, Hashable {
        /// As written: `10.0.0.0/8`, `[fd00::]/8`, `127.0.0.0/8:8080`, `::1/128`.
        package var text: String

        /// A rule as written; checked when the fetcher is made.
        package init(_ text: String) {
            self.text = text
        }
    }

    /// What is done with addresses of the well-known NAT64 prefix, `64:ff9b::/96` (RFC 6052).
    package enum NAT64: String, Sendable, CaseIterable {
        /// They are refused like any other row of the table.
        case deny
        /// They are judged by the IPv4 address in them: for networks whose only way to IPv4 is a gateway.
        case unwrap
    }

    /// Networks allowed although the built-in table denies them (`--allow-net`); empty: none.
    package var allowedNetworks: [NetworkRule] = []
    /// Networks denied although the built-in table allows them (`--deny-net`); empty: none.
    package var deniedNetworks: [NetworkRule] = []
    /// Ports allowed besides 80 and 443 (`--allow-port`); empty: none.
    package var allowedPorts: Set<UInt16> = []
    /// How NAT64 addresses are judged (`--nat64`); default: refused.
    package var nat64 = NAT64.deny
    /// Ports that this process itself listens on, refused on this machine's addresses whatever is allowed; empty: none.
    package var ownPorts: Set<UInt16> = []
    /// Refuses `http` (`--https-only`); default false.
    package var httpsOnly = false
    /// The largest decoded body in bytes (`--max-bytes`); default 10 MiB.
    package var maxBytes: Int64 = 10_485_760
    /// Connections to one scheme, host and port (`--max-connections-per-host`); default 6.
    package var maxConnectionsPerHost = 6
    /// Connections in all (`--max-connections`); default 256.
    package var maxConnections = 256
    /// Redirects followed for one fetch; default 5.
    package var maxRedirects = 5
    /// Whether and when a fetch that broke off asks once more; default: at most twice.
    package var retries = RetryRules()
    /// How long URLs and origins that failed are left alone; default: 1 s, doubling to 60 s.
    package var backOff = BackOffRules()
    /// Told of every fetch that has ended, on the loop's thread, before who asked for it; must not block. Default: nothing.
    package var onTransferEnd: @Sendable (TransferReport) -> Void = { _ in }
    /// The User-Agent header's value (`--user-agent`).
    package var userAgent = "attachd/0.1"
    /// Header lines for the origins that want some (`--origin-headers`); default: none.
    package var originHeaders = OriginHeaders()
    /// A file of the certificate authorities that are trusted in place of the system's (`--ca-file`); nil: the system's.
    package var authoritiesFile: String?

    /// The defaults.
    package init() {}
}
