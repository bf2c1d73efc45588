package import AttachmentCache
package import NotificationContent

/// What became of one URL of a list.
package enum PrewarmVerdict: Sendable, Equatable {
    /// In the cache: size in bytes, digest, how the cache answered, and the milliseconds that a transfer took.
    case attached(bytes: Int64, digest: Digest, cache: CacheResult, milliseconds: Int64?)
    /// Not, for a named reason; `isRemembered` where nothing was tried, and the milliseconds that a try took.
    case failed(reason: FailureReason, detail: String, isRemembered: Bool, milliseconds: Int64?)

    /// A failure without a transfer.
    package init(_ failure: AttachmentFailure, milliseconds: Int64? = nil) {
        self = .failed(
            reason: failure.reason, detail: failure.detail, isRemembered: failure.cached,
            milliseconds: failure.cached ? nil : milliseconds)
    }

    /// An outcome of the pipeline; `elapsed` is the time of a failed try.
    package init(_ outcome: Outcome, elapsed: Int64?) {
        switch outcome {
        case .failed(let failure): self.init(failure, milliseconds: elapsed)
        case .attached(let media):
            guard let digest = Digest(hexadecimal: media.sha256) else {
                self.init(AttachmentFailure(.storageError, "the cache named a blob without a digest"))
                return
            }
            self = .attached(
                bytes: media.bytes, digest: digest, cache: media.cache, milliseconds: media.fetchMilliseconds)
        }
    }

    /// The digest, where there is one.
    var digest: Digest? {
        guard case .attached(_, let digest, _, _) = self else { return nil }
        return digest
    }

    /// The same for another line that asked for the same URL.
    var repeated: PrewarmVerdict {
        switch self {
        case .attached(let bytes, let digest, _, _):
            .attached(bytes: bytes, digest: digest, cache: .joined, milliseconds: nil)
        case .failed(let reason, let detail, let isRemembered, _):
            .failed(reason: reason, detail: detail, isRemembered: isRemembered, milliseconds: nil)
        }
    }
}
