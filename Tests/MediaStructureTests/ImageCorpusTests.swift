import Fixtures
import MediaTypes
import Testing

struct ImageCorpusTests {
    private static let imageFormats: Set<String> = ["jpeg", "png", "gif", "tiff"]
    private static let groups: Set<String> = ["jpeg", "png", "gif", "tiff", "bomb", "polyglot", "junk"]
    /// Of files this small the corpus lets each of these pass for the others.
    private static let fewBytes = 256
    private static let neighbours: Set<String> = ["truncated", "corrupt", "unsupported-type"]

    /// Judgement entries that this reader decides otherwise, each with its reason for it.
    private static let decidedOtherwise = [
        // Its tiles lie where the 73 kB that it was cut from had them.
        "tiff/bad-fuzz-286.tif": "truncated"
    ]

    private static let entries = ImageCorpusEntry.entries(of: groups).filter {
        $0.format == nil || imageFormats.contains($0.format ?? "")
    }

    @Test(arguments: entries)
    func `agrees with the corpus about a picture`(_ entry: ImageCorpusEntry) throws {
        let verdict = ImageVerdict(try entry.content())
        if let expected = Self.decidedOtherwise[entry.file] {
            #expect(!entry.isCertain)
            #expect(verdict.reason == expected)
            return
        }
        #expect(verdict.reason == entry.reason || Self.areNeighbours(verdict, entry), "\(verdict.detail)")
        guard entry.isAccepted, let media = verdict.media else { return }
        #expect(media.format.row.name == entry.format)
        #expect(media.width.map(Int.init) == entry.width)
        #expect(media.height.map(Int.init) == entry.height)
        #expect(media.frames.map(Int.init) == entry.frames)
    }

    @Test
    func `finds the corpus or says that it is absent`() {
        guard Fixture.sharedIsPresent(orSkipping: "about 150 pictures of the corpus") else { return }
        #expect(Self.entries.count > 100)
    }

    @Test(arguments: ImageCorpusEntry.entries(of: ["reject"]))
    func `takes nothing from the corpus's group of other files`(_ entry: ImageCorpusEntry) throws {
        let verdict = ImageVerdict(try entry.content())
        // What Apple's own table has beyond the default one is sound, and no matter of the readers'.
        if let format = verdict.media?.format, [.avi, .aiff].contains(format) { return }
        #expect(verdict.media == nil)
        #expect(verdict.reason == entry.reason || !entry.isCertain || Self.areNeighbours(verdict, entry))
    }

    /// Whether both reasons are ones that a file of a few bytes leaves open.
    private static func areNeighbours(_ verdict: ImageVerdict, _ entry: ImageCorpusEntry) -> Bool {
        entry.bytes < fewBytes && neighbours.contains(entry.reason ?? "") && neighbours.contains(verdict.reason ?? "")
    }
}
