/// Why a command ends early: what to tell the person, and the exit status.
struct CommandError: Error, Equatable {
    /// The exit status.
    let status: ExitStatus
    /// The cause, one sentence without a full stop.
    let cause: String
    /// The cure, one sentence without a full stop.
    let cure: String

    /// An error with its cause and its cure.
    init(_ status: ExitStatus, _ cause: String, cure: String) {
        self.status = status
        self.cause = cause
        self.cure = cure
    }

    /// The line for standard error: `attachd: cause: cure`.
    var line: String {
        "attachd: \(cause); \(cure)"
    }
}
