/// An answer that a task of `HTTPServer.run()` works out, while the watch looks after its connection.
protocol LateWork: AnyObject, Sendable {
    /// Runs the work; returns when it has ended. The work is cancelled with the calling task, when the client leaves, and
    /// by `endWait`.
    func serve() async

    /// Cancels the work; what it has answered, and what it answers yet, still goes out.
    func endWait()

    /// The client has left, or the server stops: drops the connection and cancels the work. On return the connection is
    /// not suspended.
    func depart()
}
