import Fixtures
import Testing

@testable import MediaStructure
@testable import MediaTypes

struct ISOCorpusTests {
    /// Reasons that are one and the same for a broken file of a few bytes, by the corpus' own rule.
    private static let neighbours: Set<String> = ["truncated", "corrupt", "unsupported-type"]

    /// Where our answer is another one, and why.
    private static let decisions: [String: String] = [
        // A judgement of the manifest's. MP3 inside MPEG-4 plays, and counts as MPEG-4 sound.
        "m4a/mp3-in-mp4.m4a": "accept",
        // 41 s are claimed by a file that also has none of its samples: what is not there is said first.
        "mp4/zero-empty-stsc.mp4": "truncated",
    ]

    @Test
    func `agrees with every file of the corpus that it recognises`() throws {
        guard Fixture.sharedIsPresent(orSkipping: "the corpus of boxes"), let shared = Fixture.shared else { return }
        let folder = shared + "/corpus"
        var agreed = 0
        var recognised = 0
        for entry in try ISOCorpusEntry.all(in: folder) {
            let bytes = try Fixture.readFile(folder + "/" + entry.file)
            let isOurs = ["mp4/", "mov/", "m4a/"].contains { entry.file.hasPrefix($0) }
            guard ISOMediaReader.recognizes(bytes.span) else {
                #expect(!isOurs, "\(entry.file) is not recognised")
                continue
            }
            recognised += 1
            let complaint = complaint(entry, bytes)
            #expect(
                complaint == nil, "\(entry.file) (\(entry.isCertain ? "certain" : "judgement")): \(complaint ?? "")")
            if complaint == nil { agreed += 1 }
        }
        print("corpus of boxes: \(agreed) of \(recognised) agree")
        #expect(recognised > 100)
    }

    /// What is wrong with our answer; nil if it agrees.
    private func complaint(_ entry: ISOCorpusEntry, _ bytes: [UInt8]) -> String? {
        do {
            let media = try ISOFilm.read(bytes)
            if ISOCorpusTests.decisions[entry.file] == "accept" { return nil }
            let seconds = Double(media.durationMicroseconds ?? 0) / 1_000_000
            // What the policy refuses is no matter of this reader.
            let isTooLong = media.format.row.kind == .video && seconds > 30.05
            guard entry.isAccepted || (entry.reason == "too-long" && isTooLong) else {
                return "accepted, but \(entry.reason ?? "")"
            }
            guard entry.isAccepted != isTooLong else { return "too long: \(seconds)" }
            guard media.format.row.name == entry.format else { return "is called \(media.format.row.name)" }
            guard media.width == entry.width, media.height == entry.height else {
                return "is \(media.width ?? 0) x \(media.height ?? 0)"
            }
            guard abs(seconds - (entry.duration ?? 0)) <= 0.15 else {
                return "lasts \(seconds) s, not \(entry.duration ?? 0)"
            }
            return nil
        } catch {
            let reason = ISOCorpusTests.word(error.reason)
            guard let wanted = ISOCorpusTests.decisions[entry.file] ?? entry.reason else {
                return "refused: \(reason), \(error.detail)"
            }
            let isNear = ISOCorpusTests.neighbours.contains(wanted) && ISOCorpusTests.neighbours.contains(reason)
            return wanted == reason || isNear ? nil : "refused: \(reason), not \(wanted) (\(error.detail))"
        }
    }

    private static func word(_ reason: MediaRefusal.Reason) -> String {
        switch reason {
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
