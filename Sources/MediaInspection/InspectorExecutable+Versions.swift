import Glibc
import MediaTypes
package import Telemetry

extension InspectorExecutable {
    /// What an inspector may take to say its versions.
    private static let versionsLimit = Duration.seconds(10)

    /// The versions of the libraries that the inspector alone is linked with, by name: a process is started that says them
    /// and ends. Blocks.
    ///
    /// - Throws: the system call that kept it from being started.
    package func libraryVersions() throws(SystemCallError) -> [String: String] {
        let spawn = try InspectorSpawn(self, argument: InspectorProtocol.versionsWord)
        let text = InspectorExecutable.words(of: spawn, until: .after(InspectorExecutable.versionsLimit, on: .system))
        kill(spawn.process, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(spawn.process, &status, 0) < 0, errno == EINTR {}
        return InspectorExecutable.versions(in: text)
    }

    /// What it writes to standard error until it ends; at most 4 KiB.
    private static func words(of spawn: InspectorSpawn, until deadline: Deadline) -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        while text.count < 4096 {
            let left = deadline.remaining(at: Clocks.system.monotonic())
            guard left > .zero else { break }
            var watched = pollfd(fd: spawn.words.number, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(left.components.seconds) * 1000 + 1
            guard unsafe poll(&watched, 1, milliseconds) > 0 else { continue }
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe read(spawn.words.number, $0.baseAddress, $0.count)
            }
            guard count > 0 else { break }
            text.append(contentsOf: buffer[..<count])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Lines `NAME VERSION`; any other line is left out.
    static func versions(in text: String) -> [String: String] {
        var versions: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            if parts.count == 2 { versions[String(parts[0])] = String(parts[1]) }
        }
        return versions
    }
}
