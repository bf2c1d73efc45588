import Fixtures
import Glibc
import Synchronization
import Telemetry

/// A name server with an answer for each question, and a way to start a program that knows no other.
///
/// The program runs in a mount namespace of its own, where two files of `/etc` are others: that takes root.
final class AnsweringResolver: Sendable {
    /// Where it listens: an address that nobody else uses, since a resolver asks port 53 alone.
    private static let address = "127.53.53.54"
    private let folder: TemporaryFolder
    private let asked = AskedNames()
    /// The thread ends when it closes.
    private let stopper: DescriptorHandle

    /// Binds the socket, writes the files and answers on a thread of its own; nil, with a line that says so, where that is
    /// not permitted.
    ///
    /// - Parameters:
    ///   - cases: what is skipped where it is not permitted.
    ///   - answer: gives the IPv4 addresses, in host order, for a name and the number of its question, from 0; there are
    ///     no IPv6 addresses.
    /// - Returns: the resolver, which answers.
    /// - Throws: what keeps it from starting.
    static func make(
        orSkipping cases: String, _ answer: @escaping @Sendable (_ name: String, _ number: Int) -> [UInt32]
    ) async throws -> AnsweringResolver? {
        guard let socket = await bound() else {
            print("skipped: \(cases) (no port 53 for this user)")
            return nil
        }
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemCallError.current("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (stop, stopper) = (DescriptorHandle(owning: ends[0]), DescriptorHandle(owning: ends[1]))
        let resolver = AnsweringResolver(folder: try TemporaryFolder(), stopper: stopper)
        TextFile.write("nameserver \(address)\noptions timeout:5\n", to: resolver.folder.path + "/resolv.conf")
        TextFile.write("hosts: dns\n", to: resolver.folder.path + "/nsswitch.conf")
        let trial = try? RunningProgram("/bin/sh", resolver.words("/bin/true", []))
        guard let trial, await trial.end().status == 0 else {
            print("skipped: \(cases) (no mount namespace for this user)")
            return nil
        }
        try startOwnedThread(named: "resolver") { [asked = resolver.asked] in
            while let (question, sender) = receive(socket, stop) {
                guard let (name, type, end) = question.question else { continue }
                let number = asked.note(name, isAddress: type == 1)
                send(
                    DNSMessage.answer(to: question, endingAt: end, type == 1 ? answer(name, number) : []), sender,
                    socket)
            }
        }
        return resolver
    }

    private init(folder: TemporaryFolder, stopper: DescriptorHandle) {
        self.folder = folder
        self.stopper = stopper
    }

    /// A socket on the address; the thread of a resolver before this one may still hold it for a moment.
    private static func bound() async -> DescriptorHandle? {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(53).bigEndian
        _ = unsafe inet_pton(AF_INET, address, &place.sin_addr)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        for _ in 0..<10_000 {
            let socket = DescriptorHandle(
                owning: Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
            let isBound = unsafe withUnsafePointer(to: &place) { place in
                unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(socket.number, $0, size) == 0
                }
            }
            if isBound { return socket }
            guard errno == EADDRINUSE else { return nil }
            await Task.yield()
        }
        return nil
    }

    /// The words behind `/bin/sh` that run a program under this resolver, in the shell's own process.
    func words(_ executable: String, _ arguments: [String]) -> [String] {
        let mounts = ["resolv.conf", "nsswitch.conf"].map { "mount --bind \(folder.path)/\($0) /etc/\($0)" }
        return MountSpace.words(mounts, executable, arguments)
    }

    /// The names whose IPv4 addresses were asked for, in order.
    var questions: [String] { asked.names }

    private static func receive(_ socket: DescriptorHandle, _ stop: DescriptorHandle) -> (DNSMessage, sockaddr_in)? {
        var waits = [socket, stop].map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        guard unsafe poll(&waits, nfds_t(waits.count), -1) > 0, waits[1].revents == 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 512)
        var sender = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let count = unsafe withUnsafeMutablePointer(to: &sender) { sender in
            unsafe sender.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe recvfrom(socket.number, &buffer, buffer.count, 0, $0, &size)
            }
        }
        return count > 0 ? (DNSMessage(bytes: Array(buffer.prefix(count))), sender) : nil
    }

    private static func send(_ bytes: [UInt8], _ receiver: sockaddr_in, _ socket: DescriptorHandle) {
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafePointer(to: receiver) { receiver in
            unsafe receiver.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe sendto(socket.number, bytes, bytes.count, 0, $0, size)
            }
        }
    }
}

/// The questions of a resolver.
private final class AskedNames: Sendable {
    private let asked = Mutex([String]())

    var names: [String] { asked.withLock { $0 } }

    /// Notes a question for an IPv4 address; returns how many there were for the name before.
    func note(_ name: String, isAddress: Bool) -> Int {
        asked.withLock { asked in
            let number = asked.count { $0 == name }
            if isAddress { asked.append(name) }
            return number
        }
    }
}

/// As much of RFC 1035 as a stub needs.
struct DNSMessage: Sendable {
    let bytes: [UInt8]

    /// The first question's name in lower case, its type, and where it ends.
    var question: (name: String, type: Int, end: Int)? {
        var labels: [String] = []
        var index = 12
        while index < bytes.count, bytes[index] > 0 {
            let end = index + 1 + Int(bytes[index])
            guard end < bytes.count else { return nil }
            labels.append(String(decoding: bytes[index + 1..<end], as: UTF8.self).lowercased())
            index = end
        }
        guard index + 5 <= bytes.count else { return nil }
        return (labels.joined(separator: "."), Int(bytes[index + 1]) << 8 | Int(bytes[index + 2]), index + 5)
    }

    /// The answer with addresses of no lifetime (section 4.1).
    static func answer(to question: DNSMessage, endingAt end: Int, _ addresses: [UInt32]) -> [UInt8] {
        var result = Array(question.bytes[..<2]) + [0x85, 0x80, 0, 1, 0, UInt8(addresses.count), 0, 0, 0, 0]
        result += question.bytes[12..<end]
        for address in addresses {
            result += [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]
            result += (0..<4).map { UInt8(truncatingIfNeeded: address >> (24 - 8 * $0)) }
        }
        return result
    }
}
