import Telemetry
import Testing

@testable import MediaFetching

/// When a body may go on where it broke off: the least doubt, and it begins again.
struct ResumePointTests {
    static let now = WallTime(seconds: 800_000_000)

    static func head(_ status: Int, _ lines: [String]) -> ResponseHead {
        var head = ResponseHead()
        for line in ["HTTP/1.1 \(status) X"] + lines + [""] { _ = head.read(Array((line + "\r\n").utf8).span) }
        return head
    }

    static let ranges = "Accept-Ranges: bytes"
    static let length = "Content-Length: 100"
    static let etag = "ETag: \"a\""

    static let whole: [([String], Bool)] = [
        ([ranges, length, etag], true),
        (["accept-ranges: Bytes ", length, etag], true),
        ([length, etag], false),
        (["Accept-Ranges: none", length, etag], false),
        ([ranges, etag], false),
        ([ranges, "Content-Length: 0", etag], false),
        ([ranges, length, etag, "Transfer-Encoding: chunked"], false),
        ([ranges, length, etag, "Content-Encoding: gzip"], false),
        ([ranges, length, etag, "Content-Encoding: identity"], true),
        ([ranges, length], false),
        ([ranges, length, "ETag: W/\"a\""], false),
        ([ranges, length, "ETag: a"], false),
        ([ranges, length, "ETag: \""], false),
        ([ranges, length, "ETag: \"\""], true),
        ([ranges, length, etag, "ETag: \"b\""], false),
        ([ranges, length, etag, etag], false),
        ([ranges, length, "ETag: W/\"a\"", modified, later], false),
        ([ranges, length, modified, later], true),
        ([ranges, length, modified], false),
        ([ranges, length, modified, "Date: Sun, 06 Nov 1994 08:50:36 GMT"], false),
        ([ranges, length, modified, "Date: Sun, 06 Nov 1994 08:50:37 GMT"], true),
        ([ranges, length, modified, modified, later], false),
        ([ranges, length, "Last-Modified: yesterday", later], false),
    ]
    static let modified = "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"
    static let later = "Date: Mon, 07 Nov 1994 08:49:37 GMT"

    @Test(arguments: whole) func `a whole answer allows it, or not`(_ lines: [String], _ isAllowed: Bool) {
        #expect((ResumePoint(ResumePointTests.head(200, lines), now: ResumePointTests.now) != nil) == isAllowed)
    }

    @Test(arguments: [201, 203, 206, 404]) func `no other status does`(_ status: Int) {
        let head = ResumePointTests.head(
            status, [ResumePointTests.ranges, ResumePointTests.length, ResumePointTests.etag])
        #expect(ResumePoint(head, now: ResumePointTests.now) == nil)
    }

    @Test(arguments: [(-1, false), (0, false), (1, true), (99, true), (100, false), (101, false)] as [(Int64, Bool)])
    func `there must be a part and a rest`(_ offset: Int64, _ isUsable: Bool) throws {
        let point = try #require(
            ResumePoint(
                ResumePointTests.head(200, [ResumePointTests.ranges, ResumePointTests.length, ResumePointTests.etag]),
                now: ResumePointTests.now))
        #expect((point.advanced(to: offset) != nil) == isUsable)
        if isUsable {
            #expect(point.advanced(to: offset)?.headers == ["Range: bytes=\(offset)-", "If-Range: \"a\""])
        }
    }

    static let range = "Content-Range: bytes 40-99/100"
    static let parts: [(Int, [String], Bool)] = [
        (206, [range, etag], true),
        (206, [range, etag, "Content-Length: 60"], true),
        (206, [range, etag, "Transfer-Encoding: chunked"], true),
        (206, [range, etag, "Content-Length: 59"], false),
        (206, [range, etag, "Content-Length: 100"], false),
        (206, [range, etag, "Content-Encoding: gzip"], false),
        (200, [range, etag], false),
        (206, [etag], false),
        (206, [range], false),
        (206, [range, "ETag: \"b\""], false),
        (206, [range, "ETag: W/\"a\""], false),
        (206, [range, etag, "ETag: \"b\""], false),
        (206, [range, range, etag], false),
        (206, ["Content-Range: bytes 39-99/100", etag], false),
        (206, ["Content-Range: bytes 41-99/100", etag], false),
        (206, ["Content-Range: bytes 0-99/100", etag], false),
        (206, ["Content-Range: bytes 40-98/100", etag], false),
        (206, ["Content-Range: bytes 40-99/101", etag], false),
        (206, ["Content-Range: bytes 40-100/101", etag], false),
        (206, ["Content-Range: bytes 40-99/*", etag], false),
        (206, ["Content-Type: multipart/byteranges; boundary=x", etag], false),
        (206, [modified, range], false),
    ]

    @Test(arguments: parts)
    func `the rest must be of the same bytes, to the byte`(_ status: Int, _ lines: [String], _ isRest: Bool) throws {
        let whole = ResumePointTests.head(
            200, [ResumePointTests.ranges, ResumePointTests.length, ResumePointTests.etag])
        let point = try #require(ResumePoint(whole, now: ResumePointTests.now)?.advanced(to: 40))
        let head = ResumePointTests.head(status, lines)
        #expect(point.isContinued(by: head, try BodyFraming(head)) == isRest)
    }

    static let contentRanges: [(String, Bool)] = [
        ("bytes 0-0/1", true), (" bytes 5-9/10 ", true), ("BYTES 5-9/10", true), ("bytes 5-9/*", false),
        ("bytes */10", false), ("bytes 9-5/10", false), ("bytes 5-10/10", false), ("bytes=5-9/10", false),
        ("items 5-9/10", false), ("bytes -9/10", false), ("bytes 5-/10", false), ("bytes 5-9", false), ("", false),
        ("bytes  5-9/10", false), ("bytes +5-9/10", false), ("bytes 5-9/10/11", false), ("bytes 5-7-9/10", false),
        ("bytes 5-9/99999999999999999999", false), ("bytes 0-9223372036854775806/9223372036854775807", true),
    ]

    @Test(arguments: contentRanges) func `a Content-Range has one form`(_ text: String, _ isRange: Bool) {
        #expect((ContentRange(text) != nil) == isRange)
    }
}
