import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import MediaFetching
import NotificationContent
import Telemetry
import Testing

/// Payloads through the whole pipeline: what is fetched, how often, and where it stands in the descriptor.
@Suite(.timeLimit(.minutes(20))) struct PayloadRolesTests {
    private static let aps = #""aps":{"alert":"Hello","mutable-content":1}"#

    /// The smallest truth: a red picture of 8 by 8 pixels.
    private static let picture: [UInt8] = [
        137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 8,
        0, 0, 0, 8, 8, 2, 0, 0, 0, 75, 109, 41, 220, 0, 0, 0, 17, 73, 68, 65,
        84, 120, 218, 99, 248, 207, 192, 128, 21, 49, 12, 45, 9, 0, 40, 255, 63, 193, 206, 119,
        200, 79, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
    ]

    /// Answers a payload as the daemon does: a closed gate keeps everything from being fetched.
    private func descriptor(of json: String, on bench: PipelineBench) async throws -> ContentDescriptor {
        let payload = try Payload.read(Array(json.replacing("ORIGIN", with: bench.origin.url("")).utf8))
        guard payload.gate == .open, !payload.references.isEmpty else {
            return ContentDescriptor(payload: payload, outcomes: nil)
        }
        let attempt = await bench.pipeline.resolve(payload.references, deadline: .after(.seconds(60), on: .system))
        return ContentDescriptor(payload: payload, outcomes: attempt.outcomes, complete: attempt.isComplete)
    }

    @Test func `a media map is found in every home that it has had, with one fetch for all (FR-01)`() async throws {
        let origin = try LoopbackOrigin(routes: ["/p.png": .body(Self.picture)])
        try await PipelineBench.run(origin) { bench in
            for json in [
                #"{\#(Self.aps),"custom":{"i":"1"},"att":{"id1":"ORIGIN/p.png"}}"#,
                #"{\#(Self.aps),"os_data":{"i":"2","att":{"id1":"ORIGIN/p.png"}}}"#,
                #"{\#(Self.aps),"os_data":{"i":"2","att":{"id1":"ORIGIN/p.png"}},"att":"spring sale"}"#,
                #"{"aps":{"content-available":1},"custom":{"i":"1"},"m":"Hello","at":{"id1":"ORIGIN/p.png"}}"#,
                #"{"aps":{"content-available":1},"m":"Hello","at":{"id1":"ORIGIN/p.png"}}"#,
            ] {
                let descriptor = try await descriptor(of: json, on: bench)
                #expect(descriptor.payload.dialect == "onesignal")
                let attachment = try #require(descriptor.attachments.first, "\(json)")
                #expect(descriptor.attachments.count == 1)
                #expect(attachment.reference.identifier == "id1")
                #expect(attachment.media.type == "public.png")
                #expect(attachment.media.width == 8 && attachment.media.height == 8)
                #expect(descriptor.failures.isEmpty && descriptor.warnings.isEmpty)
            }
        }
        #expect(origin.requests.count == 1)
    }

    @Test(arguments: [
        #"{\#(aps),"custom":{"i":"1"},"att":null}"#, #"{\#(aps),"custom":{"i":"1"},"att":{}}"#,
        #"{\#(aps),"custom":{"i":"1"},"att":[]}"#, #"{\#(aps),"custom":{"i":"1"},"att":7}"#,
        #"{\#(aps),"custom":{"i":"1"},"att":{"id1":null}}"#, #"{\#(aps),"custom":{"i":"1"},"att":{"id1":""}}"#,
        #"{\#(aps),"os_data":{"i":"1","att":{"id1":null}}}"#, #"{\#(aps),"att":{"id1":"ORIGIN/p.png"}}"#,
        #"{\#(aps),"m":"x","at":{"id1":"ORIGIN/p.png"}}"#,
    ])
    func `what is no media map, or another's, is let through without a fetch (FR-01)`(json: String) async throws {
        let origin = try LoopbackOrigin(routes: ["/p.png": .body(Self.picture)])
        try await PipelineBench.run(origin) { bench in
            let descriptor = try await descriptor(of: json, on: bench)
            #expect(descriptor.attachments.isEmpty && descriptor.failures.isEmpty && descriptor.complete)
            #expect(descriptor.warnings.map(\.code) == [.noMedia])
            let sent = json.replacing("ORIGIN", with: bench.origin.url(""))
            #expect(descriptor.deliveryPayload().map { String(decoding: $0, as: UTF8.self) } == sent)
        }
        #expect(origin.requests.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"content-available":1}"#, [.noAlert, .notMutable]), (#"{"alert":"x"}"#, [.notMutable]),
            (#"{"mutable-content":1,"content-available":1}"#, [.noAlert]), ("{}", [.noAlert, .notMutable]),
        ] as [(String, [ContentWarning.Code])])
    func `a push that starts no extension is let through without a fetch, its media listed`(
        aps: String, codes: [ContentWarning.Code]
    ) async throws {
        let origin = try LoopbackOrigin(routes: ["/p.png": .body(Self.picture)])
        try await PipelineBench.run(origin) { bench in
            for media in [
                #""os_data":{"i":"1","att":{"a":"ORIGIN/p.png"}}"#, #""image":"ORIGIN/p.png""#,
                #""_sw":{"media":{"url":"ORIGIN/p.png","body":"other"}}"#,
            ] {
                let json = #"{"aps":\#(aps),\#(media)}"#
                let descriptor = try await descriptor(of: json, on: bench)
                #expect(descriptor.warnings.map(\.code) == codes)
                #expect(descriptor.payload.references.map(\.source) == [bench.origin.url("/p.png")])
                let answer = String(decoding: descriptor.json(), as: UTF8.self)
                #expect(answer.contains(#""references":[{"identifier":""#))
                let sent = json.replacing("ORIGIN", with: bench.origin.url(""))
                #expect(descriptor.deliveryPayload().map { String(decoding: $0, as: UTF8.self) } == sent)
            }
        }
        #expect(origin.requests.isEmpty)
    }

    @Test func `one URL in two roles is one flight, one attachment and one thing prepared`() async throws {
        let origin = try LoopbackOrigin(routes: ["/p.png": .body(Self.picture)])
        try await PipelineBench.run(origin) { bench in
            let descriptor = try await descriptor(
                of: #"""
                    {\#(Self.aps),"moengage":{"media-attachment":"ORIGIN/p.png","media-type":"image"},"moeFeatures":{"richPush":
                     {"expanded":{"cards":[{"widgets":[{"type":"image","content":"ORIGIN/p.png"}]}]}}}}
                    """#, on: bench)
            #expect(descriptor.attachments.map(\.reference.role) == [nil, .lazy])
            #expect(Set(descriptor.attachments.map(\.media.cache)) == [.miss, .joined])
            let answer = try JSONTokens(descriptor.json())
            let content = try #require(answer.member("content", of: 0).flatMap { answer.member("attachments", of: $0) })
            let prepared = try #require(answer.member("prepared", of: 0))
            for list in [content, prepared] {
                var count = 0
                answer.forEachElement(of: list) { _ in count += 1 }
                #expect(count == 1)
            }
        }
        #expect(origin.requests.count == 1)
    }

    @Test func `the same URL twice in one list is two attachments with identifiers of their own`() async throws {
        let origin = try LoopbackOrigin(routes: ["/p.png": .body(Self.picture)])
        try await PipelineBench.run(origin) { bench in
            let descriptor = try await descriptor(
                of:
                    #"{\#(Self.aps),"_wp":{"attachments":[{"id":"a","url":"ORIGIN/p.png"},{"id":"a","url":"ORIGIN/p.png"}]}}"#,
                on: bench)
            #expect(descriptor.attachments.map(\.reference.identifier) == ["a", "a-2"])
            #expect(Set(descriptor.attachments.map(\.media.sha256)).count == 1)
        }
        #expect(origin.requests.count == 1)
    }

    @Test(
        arguments: [
            (["/1", "/2"], ["/1"], ["attachment-1"], [.textReplaced]),
            (["/2"], ["/1", "/2"], ["attachment-2"], [.fallbackUsed, .textReplaced]), ([], ["/1", "/2"], [], []),
        ] as [([String], [String], [String], [ContentWarning.Code])])
    func `a fallback is asked for only after the failure, and the text goes with what is attached`(
        served: [String], asked: [String], attached: [String], warnings: [ContentWarning.Code]
    ) async throws {
        let routes = Dictionary(uniqueKeysWithValues: served.map { ($0, OriginReply.body(Self.picture)) })
        let origin = try LoopbackOrigin(routes: routes)
        try await PipelineBench.run(origin) { bench in
            let descriptor = try await descriptor(
                of: #"{\#(Self.aps),"_sw":{"media":{"url":"ORIGIN/1","fallback_url":"ORIGIN/2","body":"Look"}}}"#,
                on: bench)
            #expect(descriptor.attachments.map(\.reference.identifier) == attached)
            #expect(descriptor.warnings.map(\.code) == warnings)
            let body = attached.isEmpty ? "Hello" : "Look"
            #expect(String(decoding: descriptor.json(), as: UTF8.self).contains(#""content":{"body":"\#(body)","#))
        }
        #expect(origin.requests.map(\.target) == asked)
    }

    @Test func `an Android picture of more than 1 MiB is attached with a warning`() async throws {
        // Text chunks of a PNG may be as long as they like (PNG specification, 11.3.3); the reader checks their sums.
        let padding = [UInt8](repeating: 0x78, count: 1_048_576)
        let head = Array(Self.picture.prefix(33))
        let text = Array("tEXt".utf8) + Array("Comment\0".utf8) + padding
        let length = UInt32(text.count - 4)
        let large =
            head + Self.bigEndian(length) + text + Self.bigEndian(Self.checksum(text))
            + Array(Self.picture.dropFirst(33))
        let origin = try LoopbackOrigin(routes: ["/large.png": .body(large), "/p.png": .body(Self.picture)])
        try await PipelineBench.run(origin) { bench in
            let descriptor = try await descriptor(
                of: #"{"wzrk_id":"1","wzrk_bp":"ORIGIN/large.png","ico":"ORIGIN/p.png"}"#, on: bench)
            #expect(descriptor.attachments.map(\.reference.role) == [.bigPicture, .largeIcon])
            #expect(descriptor.warnings.map(\.code) == [.policyDiffers, .overAndroidLimit])
            #expect(descriptor.warnings.last?.detail.hasPrefix("wzrk_bp has ") == true)
        }
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    /// CRC-32 as in PNG (annex D), bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
