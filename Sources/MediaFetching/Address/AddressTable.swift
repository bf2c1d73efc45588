/// The networks that no fetch may reach, as data: IANA's special-purpose registries and the metadata addresses of clouds.
///
/// Each name is stable: it appears in log lines. The rules take the most specific row, so a metadata address keeps its
/// own row inside a wider one: an operator who allows the wider network does not open it by accident.
enum AddressTable {
    /// One refused network.
    struct Row: Sendable {
        /// The network.
        let prefix: IPPrefix
        /// What it is, for people and logs.
        let name: String

        fileprivate init(_ network: String, _ name: String) {
            let parts = network.split(separator: "/")
            guard parts.count == 2, let address = IPAddress(String(parts[0])), let length = Int(parts[1]),
                let prefix = IPPrefix(address, length: length)
            else { preconditionFailure("a row of the address table is no network") }
            self.prefix = prefix
            self.name = name
        }
    }

    /// IPv4 networks; everything else is allowed. RFC 6890 and the IANA registry, unless a row says otherwise.
    static let ipv4: [Row] = [
        Row("0.0.0.0/8", "this-network"),
        Row("10.0.0.0/8", "private"),
        Row("100.64.0.0/10", "carrier-nat"),
        Row("100.100.100.200/32", "metadata"),
        Row("127.0.0.0/8", "loopback"),
        Row("168.63.129.16/32", "metadata"),
        Row("169.254.0.0/16", "link-local"),
        Row("169.254.169.254/32", "metadata"),
        Row("169.254.170.2/32", "metadata"),
        Row("169.254.170.23/32", "metadata"),
        Row("172.16.0.0/12", "private"),
        Row("192.0.0.0/24", "protocol-assignments"),
        Row("192.0.0.192/32", "metadata"),
        Row("192.0.2.0/24", "documentation"),
        Row("192.31.196.0/24", "as112"),
        Row("192.52.193.0/24", "multicast-tunnel"),
        Row("192.88.99.0/24", "6to4-relay"),
        Row("192.168.0.0/16", "private"),
        Row("192.175.48.0/24", "as112"),
        Row("198.18.0.0/15", "benchmarking"),
        Row("198.51.100.0/24", "documentation"),
        Row("203.0.113.0/24", "documentation"),
        Row("224.0.0.0/4", "multicast"),
        Row("240.0.0.0/4", "reserved"),
        Row("255.255.255.255/32", "broadcast"),
    ]

    /// IPv6 networks that are refused by name; of the rest only `globalUnicast` is allowed.
    static let ipv6: [Row] = [
        Row("::/128", "unspecified"),
        Row("::1/128", "loopback"),
        Row("::/96", "ipv4-compatible"),
        Row("::ffff:0:0:0/96", "ipv4-translated"),
        Row("64:ff9b::/96", "nat64"),
        Row("64:ff9b:1::/48", "nat64-local"),
        Row("100::/64", "discard"),
        Row("2001::/32", "teredo"),
        Row("2001::/23", "protocol-assignments"),
        Row("2001:2::/48", "benchmarking"),
        Row("2001:10::/28", "orchid"),
        Row("2001:20::/28", "orchid"),
        Row("2001:db8::/32", "documentation"),
        Row("2002::/16", "6to4"),
        Row("3fff::/20", "documentation"),
        Row("5f00::/16", "segment-routing"),
        Row("fc00::/7", "unique-local"),
        Row("fd00:ec2::254/128", "metadata"),
        Row("fe80::/10", "link-local"),
        Row("fec0::/10", "site-local"),
        Row("ff00::/8", "multicast"),
    ]

    /// The only IPv6 space in use for hosts of the public internet (RFC 4291 section 2.4).
    static let globalUnicast = Row("2000::/3", "not-global-unicast")

    /// ISATAP interface identifiers (RFC 5214 section 6.1): `0:5efe` and `200:5efe` before an IPv4 address, in any network.
    static let isatapIdentifiers: [UInt128] = [0x0000_5efe, 0x0200_5efe]

    /// The most specific row that refuses an address, as its prefix length and name; nil where the table allows it.
    ///
    /// An IPv4-mapped address must be unwrapped first.
    static func refusal(of address: IPAddress) -> (length: Int, name: String)? {
        let rows = address.family == .ipv4 ? ipv4 : ipv6
        var best: (length: Int, name: String)?
        for row in rows where row.prefix.contains(address) && row.prefix.length > (best?.length ?? -1) {
            best = (row.prefix.length, row.name)
        }
        if best != nil || address.family == .ipv4 { return best }
        if isatapIdentifiers.contains(address.bits >> 32 & 0xffff_ffff) { return (0, "isatap") }
        return globalUnicast.prefix.contains(address) ? nil : (0, globalUnicast.name)
    }
}
