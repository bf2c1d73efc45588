import Fixtures
import Glibc
import Telemetry

/// A name server that takes questions and never answers, and a way to start a program that knows no other.
///
/// The program runs in a mount namespace of its own, where two files of `/etc` are others: that takes root.
final class SilentResolver: Sendable {
    /// Where it listens. A resolver asks port 53 alone, so the address is one that nobody else uses.
    private static let address = "127.53.53.53"
    private let socket: DescriptorHandle
    private let folder: TemporaryFolder

    /// Binds the socket and writes the files; nil, with a line that says so, where that is not permitted.
    static func make(orSkipping cases: String) async throws -> SilentResolver? {
        let folder = try TemporaryFolder()
        let socket = DescriptorHandle(owning: Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0))
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(53).bigEndian
        _ = unsafe inet_pton(AF_INET, address, &place.sin_addr)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafePointer(to: &place) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(socket.number, $0, size) == 0 }
        }
        TextFile.write("nameserver \(address)\noptions timeout:30 attempts:1\n", to: folder.path + "/resolv.conf")
        TextFile.write("hosts: dns\n", to: folder.path + "/nsswitch.conf")
        let resolver = SilentResolver(socket: socket, folder: folder)
        let trial = isBound ? try? RunningProgram("/bin/sh", resolver.words("/bin/true", [])) : nil
        guard let trial, await trial.end().status == 0 else {
            print("skipped: \(cases) (no port 53 or no mount namespace for this user)")
            return nil
        }
        return resolver
    }

    private init(socket: DescriptorHandle, folder: TemporaryFolder) {
        self.socket = socket
        self.folder = folder
    }

    /// The words behind `/bin/sh` that run a program under this resolver, in the shell's own process.
    func words(_ executable: String, _ arguments: [String]) -> [String] {
        let mounts = ["resolv.conf", "nsswitch.conf"].map { "mount --bind \(folder.path)/\($0) /etc/\($0)" }
        let inside = mounts.joined(separator: " && ") + " && exec \"$0\" \"$@\""
        return ["-c", "exec unshare -m --propagation private /bin/sh -c '\(inside)' \"$0\" \"$@\"", executable]
            + arguments
    }

    /// Suspends until so many questions have come; asks on a thread of its own.
    func waitForQuestions(_ count: Int) async throws {
        let threads = try OwnedThreads(count: 1, name: "resolver")
        await threads.run { [socket] in
            var buffer = [UInt8](repeating: 0, count: 512)
            for _ in 0..<count { _ = unsafe recv(socket.number, &buffer, buffer.count, 0) }
        }
    }
}
