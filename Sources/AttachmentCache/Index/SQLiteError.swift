import CSQLite
import Glibc

/// What SQLite answered instead of OK: the extended code, the system's own reason, and SQLite's sentence.
///
/// Never holds bound values, so that no URL gets into a log by way of an error.
struct SQLiteError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What the code means for the cache.
    enum Kind: Sendable, Equatable {
        /// The disk or the index's own limit is full.
        case full
        /// The file is no sound SQLite database.
        case damaged
        /// Everything else: input and output, permissions, another writer.
        case failed
    }

    /// The extended result code (`SQLITE_IOERR_WRITE`, ...).
    let code: Int32
    /// `errno` of the system call behind it; 0 if there was none.
    let systemCode: Int32
    /// SQLite's words.
    let message: String

    /// The code's meaning; the only place that compares codes.
    var kind: Kind {
        if systemCode == ENOSPC || systemCode == EDQUOT { return .full }
        return switch sqlite_primary_code(code) {
        case SQLITE_FULL: .full
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        default: .failed
        }
    }

    /// Whether a statement did not fit the tables (`SQLITE_ERROR`); all our statements fit our own.
    var isSchemaMismatch: Bool {
        code == SQLITE_ERROR
    }

    /// `index: database disk image is malformed (11)`.
    var description: String {
        let reason = systemCode == 0 ? "" : ", errno \(systemCode)"
        return "index: \(message) (\(code)\(reason))"
    }
}
