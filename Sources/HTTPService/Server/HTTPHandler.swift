/// How a request is answered.
package enum HTTPReply: Sendable {
    /// At once, on the HTTP thread: nothing may block before.
    case now(HTTPResponse)
    /// By a task of `HTTPServer.run()`, with the connection suspended. The task is cancelled when the client leaves
    /// (the answer is then dropped) and at the end of the drain (the answer is then still sent: the best attempt).
    case later(@Sendable () async -> HTTPResponse)
    /// At once, with a body that a task of `HTTPServer.run()` writes while it goes out, in chunks; the response's own body
    /// is left out. The task is cancelled when the client leaves and at the end of the drain (what it writes then still
    /// goes out).
    case streamed(HTTPResponse, @Sendable (StreamWriter) async -> Void)
}

/// What stands behind a server.
package protocol HTTPHandler: Sendable {
    /// The most bytes that the request's body may have; asked once the header is there, with an empty body.
    func bodyLimit(for head: HTTPRequest) -> Int

    /// Answers a complete request. Called on an HTTP thread, so it must not block.
    func respond(to request: HTTPRequest) -> HTTPReply
}

extension HTTPHandler {
    /// 65,536 bytes.
    package func bodyLimit(for head: HTTPRequest) -> Int { 65_536 }
}
