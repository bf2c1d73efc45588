import AttachmentCache
import AttachmentPipeline
import NotificationContent
import Testing

@Suite struct PrewarmResultTests {
    private static let digest = Digest(bytes: [UInt8](repeating: 0xab, count: 32))

    private static func line(_ result: PrewarmResult) -> String {
        String(decoding: PrewarmResult.lines([result]), as: UTF8.self)
    }

    @Test func `writes the members that there are, in one order`() throws {
        let digest = try #require(Self.digest)
        let attached = PrewarmVerdict.attached(bytes: 12, digest: digest, cache: .miss, milliseconds: 34)
        let place = PrewarmPlace(line: 5)
        let sha = String(repeating: "ab", count: 32)
        #expect(
            Self.line(PrewarmResult(place, url: "http://h/a\"b", attached))
                == #"{"line":5,"url":"http://h/a\"b","status":"attached","cache":"miss","bytes":12,"sha256":"\#(sha)","ms":34}"#
                + "\n")
        let failed = PrewarmVerdict.failed(reason: .stalled, detail: "d", isRemembered: false, milliseconds: 9)
        #expect(
            Self.line(PrewarmResult(PrewarmPlace(file: "f", line: 1), url: "u", failed))
                == #"{"file":"f","line":1,"url":"u","status":"failed","reason":"stalled","detail":"d","ms":9}"# + "\n")
        #expect(
            Self.line(PrewarmResult(place, url: nil, failed, isRepeat: true)).contains(
                #""detail":"d","cache":"joined","#))
    }
}
