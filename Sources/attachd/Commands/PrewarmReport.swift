import AttachmentCache
import AttachmentPipeline
import PreviewPage
import Synchronization
import Telemetry

/// The file of `--report`: written while the list is worked on, under its name once it is complete.
final class PrewarmReport: Sendable {
    /// Pictures of at most this many bytes can be thumbnails: they are embedded as they are, for nobody here may decode them.
    private static let thumbnailBytes: Int64 = 262_144
    /// The most bytes of all thumbnails.
    private static let thumbnailRoom: Int64 = 4 << 20
    /// The most thumbnails.
    private static let thumbnailCount = 48
    /// Digests looked at for them; films and sounds are among them.
    private static let candidateCount = 192

    private struct Candidate {
        let url: String
        let digest: Digest
        let bytes: Int64
    }

    private struct State {
        var page: ReportPage
        var candidates: [Candidate] = []
        var known: Set<Digest> = []
        var failure: CommandError?
    }

    private let output: ReportFile
    private let state: Mutex<State>

    /// Creates the file beside `path`.
    ///
    /// - Throws: `CommandError` with status 74 or 77.
    init(_ path: String) throws(CommandError) {
        output = try ReportFile(path)
        let page = ReportPage(digest: SHA256.bytes(of:))
        state = Mutex(State(page: page))
        try output.write(page.head)
    }

    /// Takes results in. A file that takes no more is told of at the end: the list is worked on all the same.
    func add(_ results: [PrewarmResult]) {
        state.withLock { state in
            guard state.failure == nil else { return }
            for result in results where state.candidates.count < PrewarmReport.candidateCount {
                guard case .attached(let bytes, let digest, _, _) = result.verdict, let url = result.url,
                    bytes <= PrewarmReport.thumbnailBytes, state.known.insert(digest).inserted
                else { continue }
                state.candidates.append(Candidate(url: url, digest: digest, bytes: bytes))
            }
            do throws(CommandError) {
                try output.write(state.page.add(results.map(ReportLine.init)))
            } catch {
                state.failure = error
            }
        }
    }

    /// Ends the page, with thumbnails that `read` brings, and gives the file its name.
    ///
    /// - Throws: `CommandError` with status 74 or 77, also for what went wrong before.
    func finish(
        isComplete: Bool, _ read: (Digest) async -> [UInt8]?
    ) async throws(CommandError) {
        let (page, candidates, failure) = state.withLock { ($0.page, $0.candidates, $0.failure) }
        if let failure { throw failure }
        var thumbnails: [ReportPage.Thumbnail] = []
        var room = PrewarmReport.thumbnailRoom
        for candidate in candidates where candidate.bytes <= room {
            guard thumbnails.count < PrewarmReport.thumbnailCount else { break }
            guard let bytes = await read(candidate.digest), let mime = PrewarmReport.type(of: bytes) else { continue }
            thumbnails.append(ReportPage.Thumbnail(url: candidate.url, mime: mime, bytes: bytes))
            room -= Int64(bytes.count)
        }
        let when = String(Clocks.system.wall().rfc3339.prefix(16)).replacing("T", with: " at ") + " UTC"
        try output.write(page.tail(when: when, isComplete: isComplete, thumbnails: thumbnails))
        try output.finish()
    }

    /// The type of bytes that every browser draws, by how they begin; TIFF is not among them.
    private static func type(of bytes: [UInt8]) -> String? {
        let beginnings: [(start: [UInt8], mime: String)] = [
            ([0xff, 0xd8, 0xff], "image/jpeg"), ([0x89, 0x50, 0x4e, 0x47], "image/png"),
            (Array("GIF8".utf8), "image/gif"),
        ]
        return beginnings.first { bytes.starts(with: $0.start) }?.mime
    }
}

extension ReportLine {
    /// A result as a line of a report.
    init(_ result: PrewarmResult) {
        let verdict: Verdict
        let time: Int64?
        switch result.verdict {
        case .attached(let bytes, let digest, let cache, let milliseconds):
            verdict = .attached(bytes: bytes, cache: cache, sha256: digest.hexadecimal)
            time = milliseconds
        case .failed(let reason, let detail, _, let milliseconds):
            verdict = .failed(reason, detail: detail)
            time = milliseconds
        }
        self.init(
            file: result.place.file, line: result.place.line, url: result.url, verdict: verdict, milliseconds: time,
            isRepeat: result.isRepeat)
    }
}
