import CLinux
import Glibc
package import Telemetry

/// A socket that listens: one that this process bound, or one that the service manager passed in.
package final class ListeningSocket: Sendable {
    /// The descriptor.
    package let descriptor: DescriptorHandle
    /// What it listens on, for log lines; the real port where 0 was asked for.
    package let address: String
    /// The port of a TCP socket.
    package let port: UInt16?
    /// Whether only this machine can reach it, by the address that it is really bound to.
    package var isLocal: Bool { linux_is_bound_locally(descriptor.number) == 1 }
    /// The file of a Unix socket, by which clients find it; as it was given to bind(2), so that it may be relative.
    package let path: String?
    /// Whether this process made the socket and nobody else will use it afterwards.
    package let isOurs: Bool
    /// The file of a Unix socket that this process made.
    private let file: SocketFile?

    private struct SocketFile {
        let path: String
        let device: dev_t
        let inode: ino_t
    }

    private init(
        descriptor: DescriptorHandle, address: String, port: UInt16? = nil, path: String? = nil, isOurs: Bool = true,
        file: SocketFile? = nil
    ) {
        self.path = path
        self.isOurs = isOurs
        self.descriptor = descriptor
        self.address = address
        self.port = port
        self.file = file
    }

    /// Binds and listens.
    ///
    /// A Unix socket gets mode 0660 before the first client can connect; a file of that name on which nobody listens is
    /// replaced, one on which somebody does is refused.
    package static func open(_ address: ListenAddress, backlog: Int32) throws(ListenFailure) -> ListeningSocket {
        switch address {
        case .unixSocket(let path): try openUnix(path, backlog: backlog)
        case .network(let host, let port): try openTCP(host, port, backlog: backlog)
        }
    }

    /// Takes over a listening stream socket that the service manager passed in; it is made non-blocking.
    package static func passedIn(_ number: Int32, name: String) throws(ListenFailure) -> ListeningSocket {
        let descriptor = DescriptorHandle(owning: number)
        guard option(number, SO_ACCEPTCONN) == 1, option(number, SO_TYPE) == Int32(SOCK_STREAM.rawValue) else {
            throw .notListening(descriptor: number)
        }
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0, fcntl(number, F_SETFD, FD_CLOEXEC) == 0
        else { throw .system(.current("fcntl")) }
        return ListeningSocket(
            descriptor: descriptor, address: "fd:\(number) (\(name))", port: boundPort(number), path: boundPath(number),
            isOurs: false)
    }

    /// Removes the file of a Unix socket that this process made, if it is still that file.
    package func removeFile() {
        guard let file else { return }
        var status = stat()
        guard unsafe lstat(file.path, &status) == 0, status.st_dev == file.device, status.st_ino == file.inode else {
            return
        }
        _ = unsafe unlink(file.path)
    }

    private static func openUnix(_ path: String, backlog: Int32) throws(ListenFailure) -> ListeningSocket {
        let descriptor = try newSocket(AF_UNIX)
        if bindUnix(descriptor.number, path) != 0 {
            guard errno == EADDRINUSE else { throw .system(.current("bind")) }
            try removeDeadSocket(path)
            guard bindUnix(descriptor.number, path) == 0 else { throw .system(.current("bind")) }
        }
        var status = stat()
        guard unsafe chmod(path, 0o660) == 0, unsafe lstat(path, &status) == 0 else { throw .system(.current("chmod")) }
        guard listen(descriptor.number, backlog) == 0 else { throw .system(.current("listen")) }
        return ListeningSocket(
            descriptor: descriptor, address: "unix:" + path, path: path,
            file: SocketFile(path: path, device: status.st_dev, inode: status.st_ino))
    }

    private static func bindUnix(_ descriptor: Int32, _ path: String) -> Int32 {
        unsafe linux_unix_name(descriptor, path, path.utf8.count, 0)
    }

    /// Only a refused connection proves that nobody listens any more.
    private static func removeDeadSocket(_ path: String) throws(ListenFailure) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let probe = try newSocket(AF_UNIX)
        let answer = unsafe linux_unix_name(probe.number, path, path.utf8.count, 1)
        guard answer != 0, errno == ECONNREFUSED else { throw .inUse(path: path) }
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .system(.current("unlink")) }
    }

    private static func openTCP(_ host: String, _ port: UInt16, backlog: Int32) throws(ListenFailure) -> ListeningSocket
    {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard code == 0, let found = unsafe list else {
            throw .unknownHost(host, reason: unsafe String(cString: gai_strerror(code)))
        }
        defer { unsafe freeaddrinfo(found) }
        let descriptor = try newSocket(unsafe found.pointee.ai_family)
        var one: Int32 = 1
        _ = unsafe setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        guard unsafe bind(descriptor.number, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
            throw .system(.current("bind"))
        }
        guard listen(descriptor.number, backlog) == 0 else { throw .system(.current("listen")) }
        let bound = boundPort(descriptor.number) ?? port
        let address = ListenAddress.network(host: host, port: bound).description
        return ListeningSocket(descriptor: descriptor, address: address, port: bound)
    }

    private static func newSocket(_ family: Int32) throws(ListenFailure) -> DescriptorHandle {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(family, type, 0)
        guard number >= 0 else { throw .system(.current("socket")) }
        return DescriptorHandle(owning: number)
    }

    private static func option(_ descriptor: Int32, _ name: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 else { return nil }
        return value
    }

    private static func boundPath(_ descriptor: Int32) -> String? {
        var buffer = [CChar](repeating: 0, count: 128)
        let count = unsafe linux_bound_path(descriptor, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    private static func boundPort(_ descriptor: Int32) -> UInt16? {
        UInt16(exactly: linux_bound_port(descriptor))
    }
}
