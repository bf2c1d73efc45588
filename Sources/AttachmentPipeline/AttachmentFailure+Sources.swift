import AttachmentCache
package import MediaFetching
import MediaInspection
import MediaTypes
package import NotificationContent
import Telemetry

extension AttachmentFailure {
    /// A fetch's failure in the words of the descriptor.
    package init(_ failure: FetchFailure) {
        self.init(
            failure.reason.outcomeReason, failure.detail, httpStatus: failure.httpStatus,
            retryAfter: failure.retryAfterSeconds.map { Int(clamping: $0) }, cached: failure.isRemembered)
    }

    /// A storage error in the words of the descriptor.
    init(_ error: CacheError) {
        self.init(error.isFull ? .storageFull : .storageError, "the cache could not keep the media: \(error.detail)")
    }

    /// A policy's verdict in the words of the descriptor.
    init(_ refusal: PolicyRefusal) {
        let reason: FailureReason =
            switch refusal.reason {
            case .unsupportedType: .unsupportedType
            case .tooLarge: .tooLarge
            case .tooLong: .tooLong
            case .tooManyPixels: .tooManyPixels
            case .corrupt: .corrupt
            }
        self.init(reason, refusal.detail)
    }

    /// A remembered failure, with the seconds until it is forgotten.
    init(_ remembered: RememberedFailure, until end: WallTime, now: WallTime) {
        self.init(
            FailureReason(rawValue: remembered.reason) ?? .inspectionFailed, remembered.detail,
            httpStatus: remembered.httpStatus, retryAfter: Int(clamping: max(1, now.seconds(to: end))), cached: true)
    }
}

extension FetchFailure.Reason {
    /// The same reason among all of DESIGN section 4.
    var outcomeReason: FailureReason {
        switch self {
        case .deadline: .deadline
        case .unsupportedType: .unsupportedType
        case .tooLarge: .tooLarge
        case .truncated: .truncated
        case .invalidURL: .invalidURL
        case .forbiddenScheme: .forbiddenScheme
        case .forbiddenAddress: .forbiddenAddress
        case .forbiddenPort: .forbiddenPort
        case .insecureRedirect: .insecureRedirect
        case .tooManyRedirects: .tooManyRedirects
        case .dnsFailure: .dnsFailure
        case .connectFailure: .connectFailure
        case .tlsFailure: .tlsFailure
        case .httpStatus: .httpStatus
        case .stalled: .stalled
        case .transferFailed: .transferFailed
        case .badEncoding: .badEncoding
        case .storageFull: .storageFull
        case .storageError: .storageError
        case .cancelled: .cancelled
        }
    }
}

extension MediaRefusal.Reason {
    /// The same reason among all of DESIGN section 4.
    var outcomeReason: FailureReason {
        switch self {
        case .unsupportedType: .unsupportedType
        case .empty: .empty
        case .truncated: .truncated
        case .corrupt: .corrupt
        case .polyglot: .polyglot
        case .encrypted: .encrypted
        case .externalReference: .externalReference
        case .inspectionFailed: .inspectionFailed
        }
    }
}

extension CacheError {
    /// Whether there is no room, rather than a fault.
    var isFull: Bool {
        guard case .storageFull = self else { return false }
        return true
    }
}
