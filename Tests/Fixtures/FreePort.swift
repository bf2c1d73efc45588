import CLinux
import Glibc
import Telemetry

/// A port of which nobody has the loopback addresses, at the time of asking.
struct FreePort {
    /// The port.
    let port: UInt16
    /// Whether there is `::1` to listen on.
    let hasIPv6: Bool

    /// Finds a port that is free on both.
    ///
    /// - Throws: `SystemCallError` of the call that failed.
    init() throws(SystemCallError) {
        while true {
            let first = try FreePort.socket(AF_INET)
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            guard FreePort.bind(first, &place) == 0 else {
                throw .current("bind")
            }
            let number = linux_bound_port(first.number)
            guard number > 0 else { throw .current("getsockname") }
            let port = UInt16(truncatingIfNeeded: number)
            var other = sockaddr_in6()
            other.sin6_family = sa_family_t(AF_INET6)
            other.sin6_port = port.bigEndian
            other.sin6_addr = in6addr_loopback
            guard let second = try? FreePort.socket(AF_INET6) else {
                (self.port, hasIPv6) = (port, false)
                return
            }
            var isAlone: Int32 = 1
            let size = socklen_t(MemoryLayout<Int32>.size)
            _ = unsafe setsockopt(second.number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &isAlone, size)
            if FreePort.bind(second, &other) == 0 {
                (self.port, hasIPv6) = (port, true)
                return
            }
            // Somebody else has this port over IPv6: another one. Anything else says that there is no IPv6.
            guard errno != EADDRINUSE else { continue }
            (self.port, hasIPv6) = (port, false)
            return
        }
    }

    private static func socket(_ family: Int32) throws(SystemCallError) -> DescriptorHandle {
        let number = Glibc.socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw .current("socket") }
        return DescriptorHandle(owning: number)
    }

    private static func bind<Address>(_ socket: DescriptorHandle, _ address: inout Address) -> Int32 {
        let size = socklen_t(MemoryLayout<Address>.size)
        return unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(socket.number, $0, size)
            }
        }
    }
}
