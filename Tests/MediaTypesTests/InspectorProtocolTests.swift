import Fixtures
import Testing

@testable import MediaTypes

@Suite struct InspectorProtocolTests {
    typealias Request = InspectorProtocol.Request
    typealias Answer = InspectorProtocol.Answer

    static let picture = InspectedMedia(
        format: .png, width: 320, height: 200, frames: 5, hasAlpha: true, canvasPixels: 64_000, trailingBytes: 7)
    static let film = InspectedMedia(
        format: .mp4, width: 1920, height: 1080, durationMicroseconds: 30_030_000,
        codecs: ["avc1.64001F", "mp4a.40.2", "raw ", "abcdefghijklmnopqrstuvw"], canvasPixels: 2_073_600)
    static let sound = InspectedMedia(format: .caf, durationMicroseconds: 0, codecs: ["lpcm"])

    static let answers: [Answer] = [
        .ready(.all),
        Answer(job: 1, sniffedType: "image/png", body: .inspected(picture)),
        Answer(job: .max, sniffedType: "video/mp4", body: .inspected(film)),
        Answer(job: 0, sniffedType: "application/octet-stream", body: .inspected(sound)),
        Answer(
            job: 9, sniffedType: "image/gif",
            body: .refused(
                MediaRefusal(
                    .truncated, "ends in frame 3", format: .gif, claimedPixels: 1 << 40, claimedMicroseconds: 31_000_000
                ))),
        Answer(
            job: 10, sniffedType: "text/html",
            body: .refused(MediaRefusal(.unsupportedType, String(repeating: "x", count: 160)))),
        .ready(InspectorLocks(hasSeccomp: true, hasLandlock: false)),
        .ready(InspectorLocks(hasSeccomp: false, hasLandlock: false)),
        .ready(InspectorLocks(hasSeccomp: false, hasLandlock: true)),
    ]

    @Test(arguments: answers)
    func `an answer survives the wire`(answer: Answer) {
        let message = answer.encode()
        #expect(message.count == Answer.length)
        #expect(Answer(decoding: message) == answer)
    }

    @Test(arguments: MediaRefusal.Reason.allCases)
    func `every reason survives the wire`(reason: MediaRefusal.Reason) {
        let answer = Answer(job: 3, sniffedType: "a/b", body: .refused(MediaRefusal(reason, "because")))
        #expect(Answer(decoding: answer.encode()) == answer)
    }

    @Test(arguments: [(1 as UInt64, true), (UInt64(Int64.max), true), (0, false), (UInt64(Int64.max) + 1, false)])
    func `a request needs a size that can be mapped`(bytes: UInt64, isValid: Bool) {
        let request = Request(job: 77, fileBytes: bytes)
        #expect(request.encode().count == Request.length)
        #expect(Request(decoding: request.encode()) == (isValid ? request : nil))
    }

    @Test func `a request of another length or version is none`() {
        let message = Request(job: 1, fileBytes: 1).encode()
        #expect(Request(decoding: []) == nil)
        #expect(Request(decoding: Array(message.dropLast())) == nil)
        #expect(Request(decoding: message + [0]) == nil)
        var other = message
        other[3] &+= 1
        #expect(Request(decoding: other) == nil)
    }

    @Test func `an answer of another length is none`() {
        let message = Answer.ready(.all).encode()
        #expect(Answer(decoding: []) == nil)
        #expect(Answer(decoding: Array(message.dropLast())) == nil)
        #expect(Answer(decoding: message + [0]) == nil)
    }

    @Test(arguments: [159, 160, 161, 1000])
    func `a detail is cut at 160 bytes`(count: Int) {
        let refusal = MediaRefusal(.corrupt, String(repeating: "d", count: count))
        let message = Answer(job: 1, sniffedType: "", body: .refused(refusal)).encode()
        let kept = MediaRefusal(.corrupt, String(repeating: "d", count: min(count, 160)))
        #expect(Answer(decoding: message)?.body == .refused(kept))
    }

    @Test func `what is not printable becomes a question mark`() {
        let refusal = MediaRefusal(.corrupt, "a\n\0\u{7f}é~")
        let message = Answer(job: 1, sniffedType: "t/\u{1b}", body: .refused(refusal)).encode()
        let answer = Answer(decoding: message)
        #expect(answer?.body == .refused(MediaRefusal(.corrupt, "a?????~")))
        #expect(answer?.sniffedType == "t/?")
    }

    @Test func `codecs are cut to four of 23 bytes, without empty ones`() {
        var media = Self.film
        media.codecs = ["", String(repeating: "c", count: 24), "b", "c", "d", "e"]
        let message = Answer(job: 1, sniffedType: "", body: .inspected(media)).encode()
        media.codecs = [String(repeating: "c", count: 23), "b", "c", "d"]
        #expect(Answer(decoding: message)?.body == .inspected(media))
    }

    @Test func `64-bit numbers are held to what a signed one can carry`() {
        var media = Self.sound
        media.trailingBytes = .max
        media.durationMicroseconds = .max
        let message = Answer(job: 1, sniffedType: "", body: .inspected(media)).encode()
        media.trailingBytes = UInt64(Int64.max)
        media.durationMicroseconds = UInt64(Int64.max)
        #expect(Answer(decoding: message)?.body == .inspected(media))
    }

    /// An answer of the table above, the byte of its message to change, and to what.
    private static let faults: [(Int, Int, UInt8)] = [
        (0, 4, 0), (0, 4, 4), (0, 5, 1), (0, 6, 1), (0, 7, 1), (0, 8, 1), (0, 152, 65), (0, 216, 65),
        (1, 5, 0), (1, 5, 15), (1, 5, 3 + 100), (1, 6, 1), (1, 7, 0xff), (1, 7, 0x40), (1, 12, 1), (1, 28, 1),
        (1, 39, 1), (1, 47, 0x80), (1, 56, 65), (1, 151, 1), (1, 152, 0x0a), (1, 152, 0x80), (1, 215, 65),
        (1, 216, 65), (2, 12, 3), (2, 12, 5), (2, 56, 0), (2, 57, 0), (2, 57, 0x7f), (2, 79, 65), (2, 7, 7),
        (4, 6, 0), (4, 6, 9), (4, 5, 15), (4, 7, 1), (4, 16, 1), (4, 48, 1), (4, 56, 65), (4, 216, 0), (4, 300, 65),
    ]

    @Test(arguments: faults)
    func `a message with one meaningless byte is none`(index: Int, offset: Int, value: UInt8) {
        var message = Self.answers[index].encode()
        #expect(message[offset] != value)
        message[offset] = value
        #expect(Answer(decoding: message) == nil)
    }

    @Test(arguments: [
        InspectedMedia(format: .jpeg), InspectedMedia(format: .jpeg, width: 1),
        InspectedMedia(format: .gif, width: 1, height: 1, durationMicroseconds: 1),
        InspectedMedia(format: .mov, width: 1, height: 1, frames: 2, durationMicroseconds: 1),
        InspectedMedia(format: .mp3, width: 1, height: 1, durationMicroseconds: 1),
        InspectedMedia(format: .wav, durationMicroseconds: 1, hasAlpha: false),
    ])
    func `measures that the kind never has make no answer`(media: InspectedMedia) {
        #expect(Answer(decoding: Answer(job: 1, sniffedType: "", body: .inspected(media)).encode()) == nil)
    }

    @Test(arguments: [1 as UInt64, 2, 3, 4])
    func `whatever bytes come, an answer is none or exactly them`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<2000 {
            var message = Self.answers[Int.random(in: 0..<Self.answers.count, using: &generator)].encode()
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                message[Int.random(in: 0..<message.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            if let answer = Answer(decoding: message) {
                accepted += 1
                #expect(answer.encode() == message)
            }
        }
        #expect(accepted > 500 && accepted < 2000, "seed \(seed)")
    }
}
