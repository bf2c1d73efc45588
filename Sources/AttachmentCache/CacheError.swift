import Glibc
import Telemetry

/// Why the cache could not do what it was asked.
package enum CacheError: Error, Sendable, Equatable {
    /// Another process holds the cache (exit status 75).
    case busy(LockHolder)
    /// The folder cannot be made or is not a cache (exit status 73).
    case cannotCreate(path: String, detail: String)
    /// There is no cache in the folder (exit status 66).
    case missing(path: String)
    /// The system refused access (exit status 77).
    case notPermitted(path: String, detail: String)
    /// No room: outcome `storage-full`.
    case storageFull(String)
    /// Input or output failed: outcome `storage-error`, exit status 74.
    case storageError(String)
    /// The blob was removed between `publish` and `store`: outcome `storage-error`; worth one more try.
    case blobGone(Digest)

    /// One sentence for a person; names paths of the cache, never a URL.
    package var detail: String {
        switch self {
        case .busy(let holder): "the cache is in use by \(holder)"
        case .cannotCreate(let path, let detail): "cannot make a cache in \(path): \(detail)"
        case .missing(let path): "there is no cache in \(path)"
        case .notPermitted(let path, let detail): "no permission for \(path): \(detail)"
        case .storageFull(let detail): detail
        case .storageError(let detail): detail
        case .blobGone(let digest): "blob \(digest.hexadecimal) was removed before it could be stored"
        }
    }

    /// The error of a failed system call; the only place that tells a full disk from a broken one.
    init(_ error: SystemCallError) {
        switch error.code {
        case ENOSPC, EDQUOT: self = .storageFull(error.description)
        default: self = .storageError(error.description)
        }
    }

    /// The error of a failed statement.
    init(_ error: SQLiteError) {
        switch error.kind {
        case .full: self = .storageFull(error.description)
        case .damaged, .failed: self = .storageError(error.description)
        }
    }

    /// The error of a failed call while the cache is being opened.
    init(opening path: String, _ error: SystemCallError) {
        switch error.code {
        case EACCES, EPERM: self = .notPermitted(path: path, detail: error.description)
        case ENOSPC, EDQUOT: self = .storageFull(error.description)
        default: self = .cannotCreate(path: path, detail: error.description)
        }
    }
}

extension SystemCallError {
    /// Whether the file was simply not there.
    var meansGone: Bool {
        code == ENOENT || code == ENOTDIR
    }

    /// Whether opening showed that the path names something other than a regular file of a blob's size.
    var meansForeign: Bool {
        code == ELOOP || code == EINVAL || code == EFBIG || code == ENXIO
    }
}
