/// The exit statuses of DESIGN section 3: 0 and 1 for outcomes, sysexits(3) for everything else.
enum ExitStatus: Int32, Sendable {
    /// Everything was attached or accepted.
    case success = 0
    /// At least one attachment failed or file was rejected.
    case failed = 1
    /// EX_USAGE: the command line itself is wrong.
    case usage = 64
    /// EX_DATAERR: a payload is not JSON.
    case malformed = 65
    /// EX_NOINPUT: an input file is missing or unreadable.
    case inputMissing = 66
    /// EX_UNAVAILABLE: a daemon is to do the work, and none answers.
    case unreachable = 69
    /// EX_SOFTWARE: a fault of this program or of its installation.
    case software = 70
    /// EX_CANTCREAT: the cache cannot be created.
    case cannotCreate = 73
    /// EX_IOERR: reading or writing failed.
    case inputOutput = 74
    /// EX_TEMPFAIL: another command holds the cache.
    case busy = 75
    /// EX_NOPERM: the file system refuses.
    case permission = 77
    /// EX_CONFIG: an option's value cannot be used.
    case configuration = 78
    /// The person or the service manager ended it: 128 and the number of SIGINT.
    case interrupted = 130

    /// The status of several inputs: the highest from 64 wins, else `failed` if any failed.
    func combined(with other: ExitStatus) -> ExitStatus {
        rawValue >= other.rawValue ? self : other
    }
}
