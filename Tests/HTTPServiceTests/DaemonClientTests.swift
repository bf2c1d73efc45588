import Fixtures
import Glibc
import Telemetry
import Testing

@testable import HTTPService

/// The client against a daemon that does what its script says.
@Suite(.timeLimit(.minutes(20))) struct DaemonClientTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/daemon.sock" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func soon() -> Deadline { .after(.seconds(30), on: .system) }

    private func ask(
        _ client: DaemonClient, _ request: DaemonRequest = .get("/x"), by deadline: Deadline? = nil
    ) async throws(DaemonFailure) -> String {
        String(decoding: try await client.send(request, by: deadline ?? soon()), as: UTF8.self)
    }

    @Test func `sends one request after another on one connection`() async throws {
        let daemon = try ScriptedDaemon(path, [[ScriptedDaemon.answer("1"), ScriptedDaemon.answer("2")]])
        let client = try DaemonClient(path: path, clocks: .system)
        try await client.connect(by: soon())
        #expect(try await ask(client, .post("/v1/content", query: [("a b", "é&"), ("no", nil)], json: "x")) == "1")
        #expect(try await ask(client) == "2")
        #expect(daemon.requests.map(\.connection) == [1, 1])
        #expect(
            daemon.requests.map(\.text) == [
                "POST /v1/content?a%20b=%C3%A9%26 HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
                    + "Content-Type: application/json\r\nContent-Length: 3\r\n\r\n\"x\"",
                "GET /x HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n",
            ])
    }

    @Test func `replaces a connection that was closed meanwhile, once`() async throws {
        let daemon = try ScriptedDaemon(path, [[ScriptedDaemon.answer("1")], [ScriptedDaemon.answer("2")]])
        let client = try DaemonClient(path: path, clocks: .system)
        #expect(try await ask(client) == "1")
        #expect(try await ask(client) == "2")
        #expect(daemon.requests.map(\.connection) == [1, 2])
        await #expect(throws: DaemonFailure.interrupted) { try await ask(client) }
    }

    @Test func `opens a new connection after an answer that ends its own`() async throws {
        let ending = ScriptedDaemon.Step.send("HTTP/1.1 200 OK\r\n\r\nall")
        let daemon = try ScriptedDaemon(path, [[ending], [ScriptedDaemon.answer("2")]])
        let client = try DaemonClient(path: path, clocks: .system)
        #expect(try await ask(client) == "all")
        #expect(try await ask(client) == "2")
        #expect(daemon.requests.count == 2)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal"])
    func `says so when the daemon ends in the middle`(text: String) async throws {
        let daemon = try ScriptedDaemon(path, [[.send(text)]])
        let client = try DaemonClient(path: path, clocks: .system)
        await #expect(throws: DaemonFailure.interrupted) { try await ask(client) }
        #expect(daemon.requests.count == 1)
    }

    @Test func `gives up at its own deadline`() async throws {
        let daemon = try ScriptedDaemon(path, [[.silence], [.silence]])
        let client = try DaemonClient(path: path, clocks: .system)
        let deadline = Deadline.after(.milliseconds(20), on: .system)
        await #expect(throws: DaemonFailure.late) { try await ask(client, by: deadline) }
        #expect(deadline.hasPassed(at: Clocks.system.monotonic()))
        await #expect(throws: DaemonFailure.late) { try await ask(client, by: Deadline(at: ContinuousClock.now)) }
        #expect(daemon.requests.count <= 2)
    }

    @Test func `tells an absent socket, a dead one and a file apart`() async throws {
        let absent = try DaemonClient(path: path, clocks: .system)
        await #expect(throws: DaemonFailure.unreachable(SystemCallError("connect", code: ENOENT))) {
            try await absent.connect(by: soon())
        }
        let long = try DaemonClient(path: "/" + String(repeating: "a", count: 200), clocks: .system)
        await #expect(throws: DaemonFailure.unreachable(SystemCallError("connect", code: ENAMETOOLONG))) {
            try await long.connect(by: soon())
        }
        // A file of this user's: of another's it would be a permission that is missing.
        let ordinary = path + ".file"
        let number = unsafe open(ordinary, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(number >= 0)
        close(number)
        let file = try DaemonClient(path: ordinary, clocks: .system)
        await #expect(throws: DaemonFailure.unreachable(SystemCallError("connect", code: ECONNREFUSED))) {
            try await ask(file)
        }
    }

    @Test func `shows the detail of problem details, or the status`() async throws {
        let problem = #"{"type":"about:blank","status":503,"detail":"There is too much to do."}"#
        let daemon = try ScriptedDaemon(
            path,
            [
                [
                    ScriptedDaemon.answer(problem, status: "503 Service Unavailable", fields: "Retry-After: 3\r\n"),
                    ScriptedDaemon.answer("<html>", status: "404 Not Found"),
                ]
            ])
        let client = try DaemonClient(path: path, clocks: .system)
        await #expect(throws: DaemonFailure.problem(status: 503, detail: "There is too much to do", retryAfter: 3)) {
            try await ask(client)
        }
        await #expect(throws: DaemonFailure.problem(status: 404, detail: "status 404", retryAfter: nil)) {
            try await ask(client)
        }
        #expect(daemon.requests.map(\.connection) == [1, 1])
    }
}
