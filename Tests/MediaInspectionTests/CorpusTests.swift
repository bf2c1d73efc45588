import Fixtures
import Glibc
import MediaTypes
import Telemetry
import Testing

@testable import MediaInspection
@testable import attachd_inspector

/// The shared corpus through everything that judges bytes.
@Suite struct CorpusTests {
    private static let isPresent = Fixture.sharedIsPresent(orSkipping: "465 files of the media corpus")

    /// Files whose entry contradicts the corpus's own rules: a cut program stream that plays is accepted.
    private static let mistaken: Set<String> = ["mpeg/ps-cut-2300.mpg"]

    @Test(.enabled(if: isPresent)) func `the corpus is read whole`() {
        #expect(Corpus.entries.count == 465)
        #expect(Corpus.entries.count { $0.isAccepted } == 191)
        #expect(Corpus.entries.count { $0.isAccepted && $0.isCertain } == 144)
    }

    @Test(.enabled(if: isPresent)) func `no file that is accepted is refused by its first bytes`() throws {
        var refusedEarly = 0
        for entry in Corpus.entries {
            let bytes = try Fixture.readFile(entry.path)
            let prefix = Array(bytes.prefix(EarlySignatures.byteLimit))
            let isRefused =
                switch EarlySignatures.verdict(on: prefix.span, isWhole: prefix.count == bytes.count) {
                case .refused: true
                case .plausible, .needsMore: false
                }
            if isRefused { refusedEarly += 1 }
            #expect(!isRefused || entry.accepts("unsupported-type"), "\(entry.file)")
        }
        #expect(refusedEarly > 70)
    }

    @Test(.enabled(if: isPresent)) func `libmagic names no file that is accepted otherwise than its structure`() throws
    {
        for entry in Corpus.entries where entry.isAccepted {
            let format = try #require(MediaFormat.allCases.first { $0.row.name == entry.format })
            let bytes = try Fixture.readFile(entry.path)
            let type = try TypeSniffer.open().mediaType(of: bytes.span)
            let media = InspectedMedia(format: format)
            #expect(Verdict.combine(type, proven: media) == .inspected(media), "\(entry.file): \(type)")
        }
    }

    @Test(.enabled(if: isPresent))
    func `each certain file is judged and measured as the corpus says`() async throws {
        var right = 0
        for (entry, judged) in try await judgements() where entry.isCertain && !Self.mistaken.contains(entry.file) {
            #expect(entry.accepts(judged.reason), "\(entry.file): \(judged.reason ?? "accepted"), \(judged.detail)")
            if entry.accepts(judged.reason) { right += 1 }
            if judged.reason == nil, let media = judged.media { entry.compare(media) }
        }
        #expect(right == 381)
    }

    @Test(.enabled(if: isPresent))
    func `each judgement entry is decided as the table says, and none is left out`() async throws {
        let decisions = Dictionary(uniqueKeysWithValues: CorpusDecisions.all.map { ($0.file, $0) })
        #expect(decisions.count == 83)
        for (entry, judged) in try await judgements() where !entry.isCertain {
            guard let decision = decisions[entry.file] else {
                Issue.record("\(entry.file) is not in the table: \(judged.reason ?? "accepted")")
                continue
            }
            #expect(judged.reason == decision.refusal, "\(entry.file): \(judged.detail)")
            #expect(!decision.why.isEmpty)
            if entry.isAccepted, judged.reason == nil, let media = judged.media { entry.compare(media) }
        }
    }

    /// What the inspector and the default policy say of a file.
    private struct Judged {
        var reason: String?
        var detail = ""
        var media: InspectedMedia?
    }

    private func judgements() async throws -> [(Corpus.Entry, Judged)] {
        let pool = try InspectorPool(InspectorExecutable(at: BuiltInspector.path))
        var judgements: [(Corpus.Entry, Judged)] = []
        for entry in Corpus.entries {
            let number = unsafe open(entry.path, O_RDONLY | O_CLOEXEC)
            try #require(number >= 0)
            let bytes = try Fixture.readFile(entry.path).count
            switch await pool.inspect(DescriptorHandle(owning: number)) {
            case .inspected(let media, _):
                let refusal = MediaPolicy.default.judge(media, bytes: Int64(bytes))
                judgements.append(
                    (entry, Judged(reason: refusal?.reason.rawValue, detail: refusal?.detail ?? "", media: media)))
            case .refused(let refusal):
                let policy = MediaPolicy.default.judge(refusal)
                judgements.append(
                    (entry, Judged(reason: policy?.reason.rawValue ?? refusal.reason.name, detail: refusal.detail)))
            case .cancelled: Issue.record("cancelled")
            }
        }
        await pool.shutdown()
        return judgements
    }
}

extension Corpus.Entry {
    /// Reasons that are near neighbours for broken files: the corpus asks for any of them where it has one.
    private static let neighbours: Set<String> = ["truncated", "corrupt", "unsupported-type"]

    /// Whether a verdict, nil for accepted, is the corpus's own or as good.
    func accepts(_ verdict: String?) -> Bool {
        guard let verdict, let reason else { return isAccepted && verdict == nil }
        return verdict == reason || Self.neighbours.contains(verdict) && Self.neighbours.contains(reason)
    }

    /// Compares what was measured with the truth.
    func compare(_ media: InspectedMedia) {
        #expect(media.format.row.name == format, "\(file)")
        if media.format.row.kind != .audio {
            #expect(media.width == displayWidth, "\(file)")
            #expect(media.height == displayHeight, "\(file)")
        }
        if media.format.row.kind == .image { #expect(media.frames == frames, "\(file)") }
        if let seconds, let measured = media.durationMicroseconds {
            #expect(abs(Double(measured) / 1_000_000 - seconds) <= 0.15, "\(file): \(measured)")
        }
    }
}
