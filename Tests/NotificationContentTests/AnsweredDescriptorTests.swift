import Testing

@testable import NotificationContent

/// What a daemon answers, read back.
@Suite struct AnsweredDescriptorTests {
    private static let sha = String(repeating: "ab", count: 32)

    private static let film = AttachedMedia(
        path: "/var/cache/a b%/é.mp4", sha256: sha, fileExtension: "mp4", type: "public.mpeg-4", mime: "video/mp4",
        kind: "video", format: "mp4", bytes: 10_000_001, width: 1920, height: 1080, durationMilliseconds: 2_020,
        codecs: ["avc1.42001f", "mp4a.40.2"], trailingBytes: 7, cache: .stale, freshUntil: "2031-01-01T00:00:00.000Z",
        fetchMilliseconds: 212)
    private static let photo = AttachedMedia(
        path: "/p", sha256: sha, fileExtension: "jpg", type: "public.jpeg", mime: "image/jpeg", kind: "image",
        format: "jpeg", bytes: 1, width: 640, height: 360, frames: 1, hasAlpha: true, cache: .hit)
    private static let failure = AttachmentFailure(
        .httpStatus, "the origin answered \"503\"\n", httpStatus: 503, retryAfter: 9, cached: true)

    private static let payload = #"""
        { "aps": {"alert": "x", "mutable-content": 1}, "custom": {"i": "1", "a": {"n": 1e999, "s": "\ud800"}},
          "att": {"b": "https://a.test/2", "a": "https://a.test/1", "c": "https:\/\/a.test/3"} }
        """#

    private func descriptor(_ json: String = payload) throws -> ContentDescriptor {
        ContentDescriptor(
            payload: try Payload.read(Array(json.utf8)),
            outcomes: [.attached(Self.film), .failed(Self.failure), .attached(Self.photo)], complete: false,
            publicBaseURL: "https://push.test")
    }

    @Test func `is shown byte for byte as the daemon itself would show it`() throws {
        let made = try descriptor()
        let answered = try AnsweredDescriptor(made.json())
        for isPretty in [false, true] {
            var writer = JSONWriter(pretty: isPretty)
            writer.value(answered)
            #expect(writer.bytes == made.json(pretty: isPretty))
            #expect(answered.deliveryPayload(pretty: isPretty) == made.deliveryPayload(pretty: isPretty))
        }
        #expect(answered.warnings == made.warnings)
    }

    @Test func `gives the outcomes back in the payload's order`() throws {
        let made = try descriptor()
        let answered = try AnsweredDescriptor(made.json())
        var film = Self.film
        film.trailingBytes = 0
        let outcomes = answered.outcomes(of: made.payload)
        #expect(outcomes.map(\.reference) == made.payload.references)
        #expect(outcomes.map(\.outcome) == [.attached(film), .failed(Self.failure), .attached(Self.photo)])
    }

    @Test(arguments: [JSONTokens.depthLimit - 3, JSONTokens.depthLimit - 1])
    func `may hold a payload as deep as a payload may be`(depth: Int) throws {
        let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let json = String(Self.payload.dropLast(2)) + #","deep":"# + deep + "}"
        let made = try descriptor(json)
        let answered = try AnsweredDescriptor(made.json())
        var writer = JSONWriter(pretty: true)
        writer.value(answered)
        #expect(writer.bytes == made.json(pretty: true))
    }

    @Test(arguments: [
        ("", "malformed"), ("[]", "'content'"), (#"{"content":{"attachments":[{}]}}"#, "'identifier'"),
        (#"{"content":{"attachments":[{"identifier":"a","url":"http://x"}]}}"#, "'url'"),
        (#"{"content":{"attachments":[{"identifier":"a","url":"file:///%4"}]}}"#, "'url'"),
        (#"{"content":{},"failures":[{"identifier":"a","reason":"whim"}]}"#, "'reason'"),
        (#"{"content":{},"failures":[{"identifier":"a","reason":"deadline"}]}"#, "'detail'"),
        (#"{"content":{},"warnings":[{"code":"whim","detail":""}]}"#, "'code'"),
    ])
    func `names what is missing in an answer`(text: String, name: String) {
        do throws(AnswerDefect) {
            _ = try AnsweredDescriptor(Array(text.utf8))
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.detail.contains(name), "\(error.detail)")
        }
    }

    @Test(
        arguments: [
            .attached(film), .attached(photo), .failed(failure),
            .failed(AttachmentFailure(.deadline, "late")), .failed(AttachmentFailure(.deadline, "late", cached: true)),
        ] as [Outcome])
    func `an answer for a URL gives the descriptor that the daemon would make`(outcome: Outcome) throws {
        let payload = Payload.url(" https://a.test/1 ")
        let reference = try #require(payload.references.first)
        var writer = JSONWriter()
        writer.value(AttachmentAnswer(reference, outcome))
        let answered = try AnsweredAttachment(writer.bytes)
        var isComplete = true
        if case .failed(let failure) = outcome { isComplete = failure.reason != .deadline || failure.cached }
        let made = ContentDescriptor(payload: payload, outcomes: [outcome], complete: isComplete)
        #expect(answered.descriptor(of: payload).json() == made.json())
        #expect(answered.descriptor(of: payload).warnings == made.warnings)
    }
}
