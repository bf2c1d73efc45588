import Fixtures
import MediaTypes
import Testing

@testable import MediaInspection

/// The committed samples through the real inspector.
@Suite struct InspectedSamplesTests {
    @Test(arguments: MediaExpectation.all)
    func `a sample is what it was made to be`(expectation: MediaExpectation) async throws {
        let pool = try InspectorPool(InspectorExecutable(at: BuiltInspector.path))
        let result = await pool.inspect(try BuiltInspector.sample(expectation.file))
        await pool.shutdown()
        switch (expectation.result, result) {
        case (.media(let expected), .inspected(let media, let sniffedType)):
            #expect(sniffedType == expectation.sniffedType)
            expectation.compare(media, with: expected)
        case (.refused(let reason, let detail), .refused(let refusal)):
            #expect(refusal.reason == reason)
            #expect(refusal.detail == detail)
        default: Issue.record("\(result)")
        }
    }
}

extension MediaExpectation {
    /// Compares what was measured with what the sample was made to be.
    func compare(_ media: InspectedMedia, with expected: InspectedMedia) {
        #expect(media.format == expected.format)
        #expect(media.width == expected.width)
        #expect(media.height == expected.height)
        #expect(media.frames == expected.frames)
        #expect(media.hasAlpha == expected.hasAlpha)
        #expect(media.trailingBytes == 0)
        if let duration = media.durationMicroseconds, let wanted = expected.durationMicroseconds {
            #expect(duration.distance(to: wanted).magnitude <= durationTolerance, "\(duration)")
        } else {
            #expect(media.durationMicroseconds == expected.durationMicroseconds)
        }
        for codec in expected.codecs { #expect(media.codecs.contains { $0.hasPrefix(codec) }, "\(media.codecs)") }
    }
}
