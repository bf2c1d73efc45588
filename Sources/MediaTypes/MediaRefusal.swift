/// Why a file is not sound, supported media; the reader's error and the inspector's answer.
package struct MediaRefusal: Error, Sendable, Equatable {
    /// The kind of fault; its raw value is its number on the inspector's wire.
    package enum Reason: UInt8, Sendable, CaseIterable {
        /// The bytes are of no format that is supported; the detail names what they are.
        case unsupportedType = 1
        /// There are no bytes.
        case empty
        /// The file ends before its own structure does.
        case truncated
        /// The structure contradicts itself or says nothing usable.
        case corrupt
        /// A second format begins inside or behind the first.
        case polyglot
        /// The media are encrypted.
        case encrypted
        /// The media lie in another file that this one names.
        case externalReference
        /// The inspector could not finish (no memory, crash, time limit).
        case inspectionFailed

        /// The stable word of DESIGN section 4, as in JSON, logs and metrics.
        package var name: String {
            switch self {
            case .unsupportedType: "unsupported-type"
            case .empty: "empty"
            case .truncated: "truncated"
            case .corrupt: "corrupt"
            case .polyglot: "polyglot"
            case .encrypted: "encrypted"
            case .externalReference: "external-reference"
            case .inspectionFailed: "inspection-failed"
            }
        }
    }

    /// The kind of fault.
    package var reason: Reason
    /// One short sentence for a person; ASCII, at most 160 bytes reach the daemon.
    package var detail: String
    /// The format that the file set out to be, where that is known.
    package var format: MediaFormat?
    /// The pixels that the header claims, so that a bomb is called one even when it is also cut short; 0 if unknown.
    package var claimedPixels: UInt64
    /// How long the file claims to play, so that a film over the limit is called too long even when samples are missing;
    /// 0 if unknown.
    package var claimedMicroseconds: UInt64

    /// Makes a refusal.
    package init(
        _ reason: Reason, _ detail: String, format: MediaFormat? = nil, claimedPixels: UInt64 = 0,
        claimedMicroseconds: UInt64 = 0
    ) {
        self.reason = reason
        self.detail = detail
        self.format = format
        self.claimedPixels = claimedPixels
        self.claimedMicroseconds = claimedMicroseconds
    }
}
