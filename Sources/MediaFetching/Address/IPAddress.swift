/// An IP address as bits, the only form on which the address rules decide.
package struct IPAddress: Sendable, Hashable {
    /// Which of the two address spaces the bits belong to.
    package enum Family: Sendable, Hashable {
        /// 32 bits.
        case ipv4
        /// 128 bits.
        case ipv6

        /// The number of bits of an address.
        package var width: Int {
            switch self {
            case .ipv4: 32
            case .ipv6: 128
            }
        }
    }

    /// The address space.
    package let family: Family
    /// The address, its last bit being bit 0; at most `family.width` bits are used.
    package let bits: UInt128

    /// An IPv4 address from its 32 bits in host order.
    package init(ipv4 bits: UInt32) {
        family = .ipv4
        self.bits = UInt128(bits)
    }

    /// An IPv6 address from its 128 bits in host order.
    package init(ipv6 bits: UInt128) {
        family = .ipv6
        self.bits = bits
    }

    /// The IPv4 address inside `::ffff:0:0/96`, which the kernel connects to as IPv4; any other address as it is.
    package var unmapped: IPAddress {
        guard family == .ipv6, bits >> 32 == 0xffff else { return self }
        return IPAddress(ipv4: UInt32(truncatingIfNeeded: bits))
    }

    /// The IPv4 address that a NAT64 gateway makes of one inside `64:ff9b::/96` (RFC 6052 section 2.1); nil for any other.
    package var translatedByNAT64: IPAddress? {
        guard family == .ipv6, bits >> 32 == 0x0064_ff9b << 64 else { return nil }
        return IPAddress(ipv4: UInt32(truncatingIfNeeded: bits))
    }

    /// Whether a packet to it stays on this machine: 127.0.0.0/8, 0.0.0.0 (which Linux connects to 127.0.0.1), ::1, ::.
    package var isLoopback: Bool {
        switch unmapped.family {
        case .ipv4: unmapped.bits >> 24 == 127 || unmapped.bits == 0
        case .ipv6: bits <= 1
        }
    }
}

extension IPAddress: CustomStringConvertible {
    /// Dotted decimal, or eight groups of hexadecimal digits with the longest run of zero groups cut (RFC 5952).
    package var description: String {
        guard family == .ipv6 else {
            return (0..<4).map { String(bits >> UInt128(24 - 8 * $0) & 0xff) }.joined(separator: ".")
        }
        let groups = (0..<8).map { bits >> UInt128(112 - 16 * $0) & 0xffff }
        var run = 0..<0
        var start = 0
        for end in 1...8 where end == 8 || groups[end] != 0 || groups[end - 1] != 0 {
            if groups[start] == 0, end - start > max(run.count, 1) { run = start..<end }
            start = end
        }
        func text(_ part: some Sequence<UInt128>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard !run.isEmpty else { return text(groups) }
        return text(groups[..<run.lowerBound]) + "::" + text(groups[run.upperBound...])
    }
}

/// Where a connection goes: an address and a port.
package struct SocketAddress: Sendable, Hashable {
    /// The address.
    package let address: IPAddress
    /// The port in host order.
    package let port: UInt16

    /// Makes a socket address.
    package init(_ address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }
}
