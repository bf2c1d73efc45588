import CLinux
import Fixtures
import Glibc
import HTTPService
import Telemetry
import Testing

@Suite struct ListeningSocketTests {
    @Test func `makes a Unix socket of mode 0660`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.sock"
        let socket = try ListeningSocket.open(.unixSocket(path: path), backlog: 8)
        var status = stat()
        #expect(unsafe lstat(path, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o660)
        #expect(socket.address == "unix:" + path)
    }

    @Test func `refuses the name of a socket on which somebody listens`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.sock"
        let first = try ListeningSocket.open(.unixSocket(path: path), backlog: 8)
        #expect(throws: ListenFailure.inUse(path: path)) {
            try ListeningSocket.open(.unixSocket(path: path), backlog: 8)
        }
        #expect(first.isOurs)
    }

    @Test func `replaces a socket on which nobody listens any more`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.sock"
        _ = try ListeningSocket.open(.unixSocket(path: path), backlog: 8)
        #expect(unsafe access(path, F_OK) == 0)
        let second = try ListeningSocket.open(.unixSocket(path: path), backlog: 8)
        _ = try RawClient(.unixSocket(path))
        #expect(second.isOurs)
    }

    @Test func `refuses the name of something else, and leaves it alone`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/file"
        close(unsafe creat(path, 0o600))
        #expect(throws: ListenFailure.notASocket(path: path)) {
            try ListeningSocket.open(.unixSocket(path: path), backlog: 8)
        }
        #expect(unsafe access(path, F_OK) == 0)
    }

    @Test func `removes its own file, and never the file of a successor`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.sock"
        let first = try ListeningSocket.open(.unixSocket(path: path), backlog: 8)
        #expect(unsafe unlink(path) == 0)
        let second = try ListeningSocket.open(.unixSocket(path: path), backlog: 8)
        first.removeFile()
        #expect(unsafe access(path, F_OK) == 0)
        second.removeFile()
        #expect(unsafe access(path, F_OK) != 0)
    }

    @Test(arguments: [(107, true), (108, false), (200, false)])
    func `refuses a path that the kernel has no room for`(size: Int, fits: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + String(repeating: "a", count: size - folder.path.utf8.count - 1)
        #expect(path.utf8.count == size)
        if fits {
            _ = try ListeningSocket.open(.unixSocket(path: path), backlog: 8)
        } else {
            #expect(throws: ListenFailure.system(SystemCallError("bind", code: ENAMETOOLONG))) {
                try ListeningSocket.open(.unixSocket(path: path), backlog: 8)
            }
        }
    }

    @Test func `tells the port that the kernel chose, and refuses one that is taken`() throws {
        let first = try ListeningSocket.open(.network(host: "127.0.0.1", port: 0), backlog: 8)
        let port = try #require(first.port)
        #expect(port > 0)
        #expect(first.address == "127.0.0.1:\(port)")
        #expect(throws: ListenFailure.system(SystemCallError("bind", code: EADDRINUSE))) {
            try ListeningSocket.open(.network(host: "127.0.0.1", port: port), backlog: 8)
        }
    }

    @Test func `knows the path of a Unix socket, its own or passed in, and that no other has one`() throws {
        let folder = try TemporaryFolder()
        for name in ["/http.sock", "/" + String(repeating: "h", count: 106 - folder.path.utf8.count)] {
            let own = try ListeningSocket.open(.unixSocket(path: folder.path + name), backlog: 8)
            #expect(own.path == folder.path + name)
            let passed = try ListeningSocket.passedIn(fcntl(own.descriptor.number, F_DUPFD_CLOEXEC, 0), name: "http")
            #expect(passed.path == folder.path + name)
        }
        #expect(try ListeningSocket.open(.network(host: "127.0.0.1", port: 0), backlog: 8).path == nil)
    }

    @Test func `refuses a passed-in descriptor that does not listen`() throws {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(throws: ListenFailure.notListening(descriptor: number)) {
            try ListeningSocket.passedIn(number, name: "x")
        }
    }
}
