/// The limits of a server; each is a rule for hostile clients and has a default that suits an ingest server.
package struct HTTPServerConfiguration: Sendable {
    /// HTTP threads, shared by all listeners; at least 1.
    package var threads = 1
    /// The most connections at a time; more wait in the listening sockets' queues until one closes.
    package var connectionLimit = 4_096
    /// Memory of a connection in bytes, which bounds its header; held to 4,096-32,768. A longer target is answered with
    /// 414, longer fields with 431, by the server library, which also clears all of it after each request: it is what
    /// an idle connection costs.
    package var connectionMemory = 10_240
    /// The longest time from a request line to the end of the body; the connection is closed then.
    package var receiveLimit: Duration = .seconds(10)
    /// The longest time that a connection may go without a request line, and (whole seconds, rounded up) without any
    /// progress of an answer.
    package var idleLimit: Duration = .seconds(75)
    /// How often connections are looked at: whether they are over one of these limits, and whether the client has closed
    /// its half together with its last bytes, which the server library does not notice.
    package var checkInterval: Duration = .seconds(1)
    /// Bytes of a refused body that are read and dropped, so that the client sees the answer; beyond them the
    /// connection is closed.
    package var discardLimit = 1_048_576
    /// Length of a listening socket's queue; the kernel holds it to `net.core.somaxconn`.
    package var backlog: Int32 = 1_024

    /// The defaults.
    package init() {}
}
