import Glibc

/// The C library's view of addresses: the only file that looks into a `sockaddr`.
extension IPAddress {
    /// Reads dotted decimal or RFC 4291 text with `inet_pton(3)`, which takes no shorthand, zone or surrounding blank.
    package init?(_ text: String) {
        var ipv4 = in_addr()
        var ipv6 = in6_addr()
        if unsafe inet_pton(AF_INET, text, &ipv4) == 1 {
            self.init(ipv4: UInt32(bigEndian: ipv4.s_addr))
        } else if unsafe inet_pton(AF_INET6, text, &ipv6) == 1 {
            self.init(ipv6)
        } else {
            return nil
        }
    }

    fileprivate init(_ address: in6_addr) {
        var bits: UInt128 = 0
        unsafe withUnsafeBytes(of: address) { bytes in
            for index in bytes.indices { bits = bits << 8 | UInt128(unsafe bytes[index]) }
        }
        self.init(ipv6: bits)
    }

    /// The addresses of this machine's interfaces (`getifaddrs(3)`); empty where that fails, as without AF_NETLINK.
    package static func ofThisMachine() -> Set<IPAddress> {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var result: Set<IPAddress> = []
        var next = unsafe first
        while let entry = unsafe next {
            if let address = unsafe entry.pointee.ifa_addr, let found = unsafe SocketAddress(unsafe address) {
                result.insert(found.address.unmapped)
            }
            unsafe next = entry.pointee.ifa_next
        }
        return result
    }
}

extension SocketAddress {
    /// Reads a socket address of family AF_INET or AF_INET6; nil for any other.
    ///
    /// The memory must hold a whole `sockaddr_in` or `sockaddr_in6` as its family says.
    @unsafe init?(_ pointer: UnsafePointer<sockaddr>) {
        switch unsafe Int32(pointer.pointee.sa_family) {
        case AF_INET:
            let address = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in.self)
            self.init(
                IPAddress(ipv4: UInt32(bigEndian: address.sin_addr.s_addr)), port: UInt16(bigEndian: address.sin_port))
        case AF_INET6:
            let address = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in6.self)
            self.init(IPAddress(address.sin6_addr), port: UInt16(bigEndian: address.sin6_port))
        default:
            return nil
        }
    }
}
