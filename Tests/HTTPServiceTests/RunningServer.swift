import Fixtures
import HTTPService

/// A handler made of closures.
struct ClosureHandler: HTTPHandler {
    var limit = 65_536
    let answer: @Sendable (HTTPRequest) -> HTTPReply

    func bodyLimit(for head: HTTPRequest) -> Int { limit }
    func respond(to request: HTTPRequest) -> HTTPReply { answer(request) }
}

/// A server on a Unix socket and on a loopback port, with the folder that the socket lies in.
struct RunningServer {
    let server: HTTPServer
    let folder: TemporaryFolder
    let socketPath: String
    let port: UInt16

    /// A client through the Unix socket.
    func client() throws -> RawClient { try RawClient(.unixSocket(socketPath)) }
    /// A client over TCP.
    func networkClient() throws -> RawClient { try RawClient(.loopback(port)) }

    /// Sends one request through the Unix socket on a connection of its own and returns the answer.
    func ask(_ request: String, toHead: Bool = false) async throws -> RawAnswer? {
        let client = try client()
        await client.send(request)
        return await client.answer(toHead: toHead)
    }

    /// Runs `body` beside a server, which is stopped afterwards in any case.
    @discardableResult
    static func run<Value: Sendable>(
        _ handler: any HTTPHandler, configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        _ body: (RunningServer) async throws -> Value
    ) async throws -> Value {
        var configuration = HTTPServerConfiguration()
        configuration.threads = 2
        configuration.checkInterval = .milliseconds(5)
        configure(&configuration)
        let folder = try TemporaryFolder()
        let path = folder.path + "/http.sock"
        let unixSocket = try ListeningSocket.open(.unixSocket(path: path), backlog: 512)
        let network = try ListeningSocket.open(.network(host: "127.0.0.1", port: 0), backlog: 512)
        let server = try HTTPServer(
            listeners: [unixSocket, network], handler: handler, configuration: configuration)
        try server.start()
        let running = RunningServer(server: server, folder: folder, socketPath: path, port: network.port ?? 0)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await server.run() }
            let result: Result<Value, any Error>
            do {
                result = .success(try await body(running))
            } catch {
                result = .failure(error)
            }
            await server.stop()
            try await group.waitForAll()
            return try result.get()
        }
    }
}
