/// A network: the addresses that share its first bits (RFC 4632, RFC 4291 section 2.3).
package struct IPPrefix: Sendable, Hashable {
    /// The network's first address; the bits beyond the prefix are zero.
    package let address: IPAddress
    /// How many leading bits count, 0 to the family's width.
    package let length: Int

    /// Makes a network; nil if the length does not fit the family or bits beyond it are set.
    package init?(_ address: IPAddress, length: Int) {
        guard length >= 0, length <= address.family.width else { return nil }
        guard address.bits & ~IPPrefix.mask(length, address.family) == 0 else { return nil }
        self.address = address
        self.length = length
    }

    /// The network of `length` bits that `address` lies in; the length is held to the family's width.
    package init(containing address: IPAddress, length: Int) {
        self.length = min(max(length, 0), address.family.width)
        let bits = address.bits & IPPrefix.mask(self.length, address.family)
        switch address.family {
        case .ipv4: self.address = IPAddress(ipv4: UInt32(truncatingIfNeeded: bits))
        case .ipv6: self.address = IPAddress(ipv6: bits)
        }
    }

    /// Whether `candidate`, of the same family, lies in this network.
    package func contains(_ candidate: IPAddress) -> Bool {
        candidate.family == address.family
            && candidate.bits & IPPrefix.mask(length, address.family) == address.bits
    }

    /// A mask whose first `length` bits of the family's width are set.
    private static func mask(_ length: Int, _ family: IPAddress.Family) -> UInt128 {
        guard length > 0 else { return 0 }
        let all: UInt128 = family == .ipv4 ? 0xffff_ffff : .max
        return all & ~((UInt128(1) << (family.width - length)) &- 1)
    }
}
