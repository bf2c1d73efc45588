import CLinux
import Fixtures
import Glibc
import HTTPService
import Telemetry
import Testing

/// Each in a process of its own, since the environment belongs to all threads.
@Suite struct ServiceManagerTests {
    @Test func `sends its news in one datagram`() async {
        await #expect(processExitsWith: .success) {
            let path = "/tmp/attachd-notify-\(getpid())"
            let socket = DescriptorHandle(owning: Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
            guard unsafe linux_unix_name(socket.number, path, path.utf8.count, 0) == 0 else { exit(2) }
            unsafe setenv("NOTIFY_SOCKET", path, 1)
            let sent = ServiceManager.notify(.ready, .status("serving\nREADY=0"), .watchdog)
            var buffer = [UInt8](repeating: 0, count: 512)
            let count = unsafe recv(socket.number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            unsafe unlink(path)
            let text = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
            exit(sent && text == "READY=1\nSTATUS=serving READY=0\nWATCHDOG=1" ? 0 : 1)
        }
    }

    @Test func `says nothing and wants nothing without a service manager`() async {
        await #expect(processExitsWith: .success) {
            for name in [
                "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC", "WATCHDOG_PID",
            ] {
                unsafe unsetenv(name)
            }
            let isQuiet = !ServiceManager.notify(.ready) && ServiceManager.takeSockets().isEmpty
            exit(isQuiet && ServiceManager.watchdogInterval() == nil ? 0 : 1)
        }
    }

    @Test func `takes the passed sockets with their names, once`() async {
        await #expect(processExitsWith: .success) {
            // The first numbers behind standard error; whatever the test process had there is not needed any more.
            for number in Int32(3)...4 { dup2(Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), number) }
            unsafe setenv("LISTEN_PID", "\(getpid())", 1)
            unsafe setenv("LISTEN_FDS", "2", 1)
            unsafe setenv("LISTEN_FDNAMES", "http:admin", 1)
            unsafe setenv("WATCHDOG_USEC", "5000000", 1)
            let sockets = ServiceManager.takeSockets()
            // A status of its own for each way to be wrong, since nothing else gets out of the process.
            if sockets.isEmpty { exit(2) }
            if sockets.map(\.descriptor) != [3, 4] || sockets.map(\.name) != ["http", "admin"] { exit(3) }
            if !ServiceManager.takeSockets().isEmpty { exit(4) }
            exit(ServiceManager.watchdogInterval() == 5_000_000 ? 0 : 5)
        }
    }
}
