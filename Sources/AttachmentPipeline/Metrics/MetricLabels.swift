import MediaFetching
import NotificationContent
import Telemetry

extension CacheResult: MetricLabel {}

extension RetryCause: MetricLabel {}

/// An outcome as a label: `attached`, or the reason of a failure.
enum OutcomeLabel: MetricLabel {
    case attached
    case failed(FailureReason)

    static let allCases = [attached] + FailureReason.allCases.map(failed)

    init(_ outcome: Outcome) {
        switch outcome {
        case .attached: self = .attached
        case .failed(let failure): self = .failed(failure.reason)
        }
    }

    var labelText: String {
        switch self {
        case .attached: "attached"
        case .failed(let reason): reason.rawValue
        }
    }
}

/// What a fetch came to as a label: `success`, `not-modified`, or the reason of a failure.
enum FetchLabel: MetricLabel {
    case success
    case notModified
    case failed(FetchFailure.Reason)

    static let allCases = [success, notModified] + FetchFailure.Reason.allCases.map(failed)

    init(_ report: TransferReport) {
        self = report.reason.map(FetchLabel.failed) ?? (report.notModified ? .notModified : .success)
    }

    var labelText: String {
        switch self {
        case .success: "success"
        case .notModified: "not-modified"
        case .failed(let reason): reason.rawValue
        }
    }
}

/// A part of a fetch as a label.
enum FetchPhase: String, MetricLabel {
    /// Waiting for its turn in front of libcurl.
    case queue
    case nameLookup = "name-lookup"
    case connect
    case tls
    case firstByte = "first-byte"
    /// The whole fetch, waiting included.
    case total
}

/// A rule that refuses addresses as a label.
struct RefusalLabel: MetricLabel {
    let labelText: String

    static let allCases = AddressRules.refusalNames.map(RefusalLabel.init(known:))

    /// The rule of a name; nil for a name that no rule has.
    init?(_ name: String) {
        guard AddressRules.refusalNames.contains(name) else { return nil }
        labelText = name
    }

    private init(known name: String) {
        labelText = name
    }
}
