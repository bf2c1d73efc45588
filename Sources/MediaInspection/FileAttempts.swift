/// Decides what follows from each thing that can happen to a file in an inspector: pure, one value for one file.
///
/// A file is given to two inspectors at most. An idle inspector that is found dead before it took the file has not failed
/// with it, and does not count.
struct FileAttempts {
    /// What became of one attempt.
    enum Outcome: Equatable {
        /// A sound answer to this file.
        case answered
        /// The inspector could not finish, and says so.
        case declined
        /// The process had ended before it took the file.
        case notTaken
        /// The process ended while it had the file.
        case crashed
        /// The time limit passed.
        case hung
        /// The process sent what is no answer to this file.
        case malformed
        /// No process could be had.
        case notStarted
    }

    /// What to do about the file.
    enum Next: Equatable {
        /// Its answer stands.
        case deliver
        /// Any inspector may have it.
        case useAny
        /// An inspector that has seen no file must have it.
        case useFresh
        /// It fails.
        case giveUp
    }

    /// What to do about file and process.
    struct Decision: Equatable {
        var next: Next
        /// Whether the process may be given another file.
        var keepsProcess: Bool
    }

    /// Files after which a process is replaced: one that was taken over can lie about later files.
    let filesPerProcess: Int
    private var failures = 0

    init(filesPerProcess: Int) {
        self.filesPerProcess = filesPerProcess
    }

    /// Takes note of an outcome; `filesTaken` counts the process's files, this one included.
    mutating func decide(after outcome: Outcome, filesTaken: Int) -> Decision {
        switch outcome {
        case .answered: return Decision(next: .deliver, keepsProcess: filesTaken < filesPerProcess)
        // Fresh ones do not get here twice: a process that was never idle and is dead counts as not started.
        case .notTaken where filesTaken > 1: return Decision(next: .useAny, keepsProcess: false)
        case .declined, .notTaken, .crashed, .hung, .malformed, .notStarted:
            failures += 1
            return Decision(next: failures < 2 ? .useFresh : .giveUp, keepsProcess: false)
        }
    }
}
