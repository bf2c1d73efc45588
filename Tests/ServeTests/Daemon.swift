import Fixtures
import Glibc
import LoopbackOrigin
import Telemetry

/// The real daemon, listening on a Unix socket in a folder of its own; killed with the last reference.
final class Daemon: Sendable {
    /// Its process; where it was started through another program, that one's.
    let program: RunningProgram
    /// Holds the socket and the cache.
    let folder: TemporaryFolder
    /// The port of its TCP listener; nil without one.
    let port: UInt16?

    private init(program: RunningProgram, folder: TemporaryFolder, port: UInt16?) {
        self.program = program
        self.folder = folder
        self.port = port
    }

    /// The file of its Unix socket.
    var socketPath: String { folder.path + "/attachd.sock" }
    /// Its process number.
    var process: pid_t { program.process }

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - options: what comes behind the listener, the cache folder and leave to fetch from loopback.
    ///   - environment: the whole environment.
    ///   - folder: where the socket and the cache are; a new one unless given.
    ///   - hasPort: whether it also listens on a port of loopback.
    /// - Returns: the daemon, which listens.
    /// - Throws: what keeps it from starting.
    static func start(
        _ options: [String] = [], environment: [String: String] = [:], in folder: TemporaryFolder? = nil,
        hasPort: Bool = false
    ) async throws -> Daemon {
        let folder = try folder ?? TemporaryFolder()
        let port = hasPort ? ["--listen", "127.0.0.1:0"] : []
        let listeners = ["--listen", "unix:\(folder.path)/attachd.sock"] + port
        let program = try RunningProgram(
            "attachd", ["serve"] + listeners + arguments(folder) + options, environment: environment)
        return try await ready(program, folder, hasPort: hasPort)
    }

    /// The options that every test wants. An option behind them replaces them: a test that awaits the deadline names a short
    /// one, and to all others it shall not come, however busy the machine is.
    static func arguments(_ folder: TemporaryFolder) -> [String] {
        [
            "--cache-dir", folder.path + "/cache", "--allow-net", "127.0.0.0/8", "--log-level", "info", "--timeout",
            "60s",
        ]
    }

    /// Waits for the lines that say where a program listens.
    static func ready(_ program: RunningProgram, _ folder: TemporaryFolder, hasPort: Bool = false) async throws
        -> Daemon
    {
        guard await program.line(containing: "listening address=") != nil else {
            throw DaemonFailure(messages: await program.end().messages)
        }
        var port: UInt16?
        if hasPort, let line = await program.line(containing: "listening address=\"127.0.0.1:") {
            port = line.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) }
        }
        return Daemon(program: program, folder: folder, port: port)
    }

    /// A client on the Unix socket.
    func client() throws -> RawClient { try RawClient(.unixSocket(socketPath)) }

    /// A client over TCP.
    func networkClient() throws -> RawClient {
        guard let port else { throw DaemonFailure(messages: "no port") }
        return try RawClient(.loopback(port))
    }

    /// Sends one request on a connection of its own.
    func ask(_ request: String, toHead: Bool = false) async throws -> RawAnswer {
        let client = try client()
        await client.send(request)
        guard let answer = await client.answer(toHead: toHead) else { throw DaemonFailure(messages: "no answer") }
        return answer
    }

    /// `GET` of a target.
    func get(_ target: String, _ fields: String = "") async throws -> RawAnswer {
        try await ask("GET \(target) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n")
    }

    /// `POST` of a body.
    func post(_ target: String, _ body: String, _ fields: String = "") async throws -> RawAnswer {
        try await ask(Daemon.postText(target, body, fields))
    }

    /// The bytes of a `POST`.
    static func postText(_ target: String, _ body: String, _ fields: String = "") -> String {
        "POST \(target) HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    /// Fetches `/v1/flights` until it meets a condition, each time on the same connection: every answer is an event.
    func flights(until condition: (JSONView) -> Bool) async throws -> JSONView {
        let client = try client()
        for _ in 0..<100_000 {
            await client.send("GET /v1/flights HTTP/1.1\r\nHost: h\r\n\r\n")
            guard let answer = await client.answer() else { throw DaemonFailure(messages: "no flights") }
            let view = try JSONView(answer.body)
            if condition(view) { return view }
        }
        throw DaemonFailure(messages: "the flights never became so")
    }

    /// Ends it and returns its exit status.
    @discardableResult
    func stop(_ number: Int32 = SIGTERM) async -> Int32 {
        await program.stop(number).status
    }

    /// Its open descriptors.
    func descriptorCount() -> Int { ProcessFolder.count("/proc/\(process)/fd") }
    /// Its threads.
    func threadCount() -> Int { ProcessFolder.count("/proc/\(process)/task") }
    /// Its resident memory in KiB.
    func residentKilobytes() throws -> Int {
        let text = String(decoding: try Fixture.readFile("/proc/\(process)/status"), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}

/// A daemon that did not do what every test needs.
struct DaemonFailure: Error {
    /// What it said.
    let messages: String
}
