import AttachmentCache
import AttachmentPipeline
import NotificationContent
import Testing

@testable import attachd

/// Tallies for the display, made without I/O.
enum SampleTally {
    static let digest = Digest(bytes: [UInt8](repeating: 1, count: 32))

    static func attached(
        _ url: String, _ cache: CacheResult = .miss, bytes: Int64 = 1_000_000, milliseconds: Int64? = 40,
        isRepeat: Bool = false
    ) throws -> PrewarmResult {
        let digest = try #require(digest)
        return PrewarmResult(
            PrewarmPlace(line: 1), url: url,
            .attached(bytes: bytes, digest: digest, cache: cache, milliseconds: milliseconds), isRepeat: isRepeat)
    }

    static func failed(
        _ url: String?, _ reason: FailureReason = .httpStatus, milliseconds: Int64? = 1200, line: Int = 1,
        isRepeat: Bool = false
    ) -> PrewarmResult {
        PrewarmResult(
            PrewarmPlace(line: line), url: url,
            .failed(
                reason: reason, detail: "detail of \(reason.rawValue)", isRemembered: false, milliseconds: milliseconds),
            isRepeat: isRepeat)
    }

    static func sample() throws -> PrewarmTally {
        var tally = PrewarmTally()
        for index in 0..<1_500 { tally.add(try attached("https://cdn.example.com/\(index)?token=secret")) }
        for index in 0..<500 { tally.add(try attached("https://img.test/\(index)", .hit, milliseconds: nil)) }
        for index in 0..<3 {
            tally.add(failed("https://slow.test/a/very/long/path/\(index)/b.jpg?sig=secret", .deadline))
        }
        tally.add(failed(nil, .malformedLine, milliseconds: nil, line: 77))
        return tally
    }
}
