import MediaInspection
import Synchronization

@testable import MediaTypes
@testable import attachd_inspector

/// The inspector as a whole, and both directions of its wire.
enum InspectorTargets {
    static let all = [
        FuzzTarget(
            "inspector", "libmagic and the readers together, as the inspector judges a file", longest: 8192,
            seeds: MediaSeeds.everything
        ) { bytes in
            guard !bytes.isEmpty else { return }
            checkInspection(bytes)
        },
        FuzzTarget(
            "request", "the daemon's message, as the inspector reads it", longest: 64,
            seeds: { [InspectorProtocol.Request(job: 7, fileBytes: 4711).encode()] }
        ) { bytes in
            for message in [bytes, padded(bytes, to: InspectorProtocol.Request.length)] {
                guard let request = InspectorProtocol.Request(decoding: message) else { continue }
                require(request.encode() == message, "\(request) came from another message")
                require(request.fileBytes > 0, "an empty file to inspect")
            }
        },
        FuzzTarget(
            "answer", "the inspector's message, as the daemon reads it", longest: 2 * InspectorProtocol.Answer.length,
            seeds: answers
        ) { bytes in
            for message in [bytes, padded(bytes, to: InspectorProtocol.Answer.length)] {
                guard let answer = InspectorProtocol.Answer(decoding: message) else { continue }
                require(answer.encode() == message, "\(answer) came from another message")
                switch answer.body {
                case .ready: break
                case .inspected(let media): for policy in MediaPolicy.all { _ = policy.judge(media, bytes: 1) }
                case .refused(let refusal): for policy in MediaPolicy.all { _ = policy.judge(refusal) }
                }
            }
        },
    ]

    /// libmagic with both databases; nothing else uses it.
    private static let inspector = Mutex<JobLoop?>(openInspector())

    private static func openInspector() -> JobLoop? {
        guard let sniffer = try? TypeSniffer.open() else { return nil }
        return JobLoop(socket: JobSocket(number: -1), sniffer: sniffer)
    }

    private static func checkInspection(_ bytes: [UInt8]) {
        let answers = inspector.withLock { loop -> [InspectorProtocol.Answer?] in
            switch loop {
            case .none: []
            case .some(let loop): [try? loop.inspect(bytes.span, job: 7), try? loop.inspect(bytes.span, job: 7)]
            }
        }
        guard let first = answers.first, let answer = first else {
            return require(false, "libmagic cannot be used, or gave up")
        }
        require(answers.allSatisfy { $0 == answer }, "the same bytes got two answers: \(answers)")
        switch answer.body {
        case .ready: require(false, "no answer")
        case .inspected(let media): MediaClaims.check(.success(media), of: bytes.count)
        case .refused(let refusal): MediaClaims.check(.failure(refusal), of: bytes.count)
        }
        require(answer.encode().count == InspectorProtocol.Answer.length, "a message of another size")
    }

    @Sendable private static func answers() -> [[UInt8]] {
        let media = [
            InspectedMedia(format: .jpeg, width: 64, height: 48, frames: 1, hasAlpha: false, canvasPixels: 3072),
            InspectedMedia(
                format: .mp4, width: 64, height: 48, durationMicroseconds: 3_000_000,
                codecs: ["avc1.64001F", "mp4a.40.2"], canvasPixels: 3072, trailingBytes: 9),
            InspectedMedia(format: .mp3, durationMicroseconds: 26_122, codecs: ["mp3"]),
        ]
        let bodies: [InspectorProtocol.Answer.Body] =
            media.map { .inspected($0) } + [
                .refused(MediaRefusal(.polyglot, "a ZIP archive begins behind the media's end", format: .gif)),
                .refused(MediaRefusal(.truncated, "cut", format: .mov, claimedPixels: 9, claimedMicroseconds: 9)),
            ]
        return bodies.map { InspectorProtocol.Answer(job: 7, sniffedType: "image/jpeg", body: $0).encode() }
            + [InspectorProtocol.Answer.ready(.all).encode()]
    }

    private static func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
        Array(bytes.prefix(count)) + [UInt8](repeating: 0, count: max(0, count - bytes.count))
    }
}
