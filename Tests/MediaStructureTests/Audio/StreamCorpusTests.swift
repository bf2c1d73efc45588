import Fixtures
import MediaTypes
import Testing

@testable import MediaStructure

@Suite struct StreamCorpusTests {
    private static let ownFormats: Set<String> = ["mp3", "aac", "wav", "caf", "mpeg"]
    /// A video's limit, with the tolerance of the policy that follows the readers.
    private static let videoLimit = 30.05
    /// The manifest takes this cut program stream for a transport stream; its own notes say that it stays playable.
    private static let mistaken: Set<String> = ["mpeg/ps-cut-2300.mpg"]
    /// Near neighbours, which the corpus lets a reader choose between.
    private static let neighbours: Set<String> = ["truncated", "corrupt", "unsupported-type"]

    @Test func `every stream of the corpus is judged as its manifest says`() throws {
        guard Fixture.sharedIsPresent(orSkipping: "about 110 corpus files") else { return }
        var judged = 0
        var certain = (right: 0, all: 0)
        var judgement = (right: 0, all: 0)
        var exact = 0
        for entry in try StreamCorpusEntry.all() {
            let bytes = try entry.bytes()
            #expect(StreamReaders.claimants(of: bytes).count <= 1, "\(entry.file) has one reader")
            let verdict = StreamReaders.judge(bytes)
            guard verdict != nil || Self.ownFormats.contains(entry.format ?? "") else { continue }
            judged += 1
            let fault = Self.fault(entry, verdict ?? .failure(MediaRefusal(.unsupportedType, "nobody's")))
            if fault == nil, Self.isExact(entry, verdict) { exact += 1 }
            if entry.isCertain {
                certain.all += 1
                certain.right += fault == nil ? 1 : 0
            } else {
                judgement.all += 1
                judgement.right += fault == nil ? 1 : 0
            }
            #expect(fault == nil || Self.mistaken.contains(entry.file), "\(entry.file): \(fault ?? "")")
        }
        print("corpus: \(judged) files; certain \(certain); judgement \(judgement); with the very reason \(exact)")
        #expect(judged > 100)
    }

    private static func isExact(_ entry: StreamCorpusEntry, _ verdict: Result<InspectedMedia, MediaRefusal>?) -> Bool {
        guard case .failure(let refusal) = verdict else { return verdict != nil || entry.reason == "unsupported-type" }
        return word(refusal.reason) == entry.reason
    }

    /// What differs from the manifest; nil if nothing does.
    private static func fault(_ entry: StreamCorpusEntry, _ verdict: Result<InspectedMedia, MediaRefusal>) -> String? {
        switch verdict {
        case .failure(let refusal):
            guard !entry.isAccepted else { return "refused: \(refusal.reason), \(refusal.detail)" }
            let said = word(refusal.reason)
            let expected = entry.reason ?? ""
            guard said == expected || neighbours.isSuperset(of: [said, expected]) else {
                return "refused as \(said), not \(expected)"
            }
            return nil
        case .success(let media):
            let seconds = Double(media.durationMicroseconds ?? 0) / 1_000_000
            let isTooLong = media.format.row.kind == .video && seconds > videoLimit
            guard entry.isAccepted || entry.reason == "too-long" && isTooLong else {
                return "accepted with \(seconds) s, not refused as \(entry.reason ?? "")"
            }
            guard media.format.row.name == entry.format else { return "called \(media.format)" }
            guard abs(seconds - (entry.duration ?? -1)) <= 0.15 else {
                return "\(seconds) s, not \(entry.duration ?? -1)"
            }
            guard media.width == entry.width, media.height == entry.height else {
                return "\(media.width ?? 0)x\(media.height ?? 0), not \(entry.width ?? 0)x\(entry.height ?? 0)"
            }
            return nil
        }
    }

    private static func word(_ reason: MediaRefusal.Reason) -> String {
        switch reason {
        case .unsupportedType: "unsupported-type"
        case .externalReference: "external-reference"
        case .inspectionFailed: "inspection-failed"
        default: "\(reason)"
        }
    }
}
