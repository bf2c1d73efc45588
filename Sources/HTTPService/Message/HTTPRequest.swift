/// A request whose header, and body where the handler is asked to answer, has arrived in full.
package struct HTTPRequest: Sendable {
    /// The method.
    package var method: HTTPMethod
    /// Path and query.
    package var target: RequestTarget
    /// The header fields.
    package var headers: HTTPHeaders
    /// The body's bytes, transfer coding taken off.
    package var body: [UInt8]
    /// Whence the request came.
    package var peer: PeerKind
    /// When its request line arrived: deadlines count from here.
    package var arrival: ContinuousClock.Instant
    /// The client's `X-Request-Id`, or one of ours; goes into the answer and into log lines.
    package var id: RequestIdentifier

    /// A request, for tests and for handlers that are called without a server.
    package init(
        _ method: HTTPMethod, _ target: RequestTarget, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [],
        peer: PeerKind = .unixSocket, arrival: ContinuousClock.Instant = .now, id: RequestIdentifier
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.peer = peer
        self.arrival = arrival
        self.id = id
    }

    /// The client's trace context, where it is well formed.
    package var traceParent: TraceParent? {
        headers.first("traceparent").flatMap(TraceParent.init)
    }
}
