import MediaStructure
import MediaTypes

/// What became of a file at the structure readers' door, in the corpus's words for the reasons.
struct ImageVerdict {
    /// The limit that the policy holds pictures to.
    static let pixelLimit: UInt64 = 64_000_000

    let media: InspectedMedia?
    let refusal: MediaRefusal?

    init(_ bytes: [UInt8]) {
        do {
            media = try StructureReader.read(bytes.span)
            refusal = nil
        } catch {
            media = nil
            refusal = error
        }
    }

    /// The reason of a refusal by reader or policy; nil when the file is accepted.
    var reason: String? {
        let pixels = media?.canvasPixels ?? refusal?.claimedPixels ?? 0
        guard pixels <= Self.pixelLimit else { return "too-many-pixels" }
        switch refusal?.reason {
        case nil: return nil
        case .unsupportedType: return "unsupported-type"
        case .empty: return "empty"
        case .truncated: return "truncated"
        case .corrupt: return "corrupt"
        case .polyglot: return "polyglot"
        case .encrypted: return "encrypted"
        case .externalReference: return "external-reference"
        case .inspectionFailed: return "inspection-failed"
        }
    }

    /// Why the file was refused.
    var detail: String { refusal?.detail ?? "" }

    /// `width x height x frames`, or the reason.
    var summary: String {
        guard let media else { return reason ?? "" }
        return "\(media.width ?? 0)x\(media.height ?? 0)x\(media.frames ?? 0)"
    }
}
