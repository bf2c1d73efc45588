import AttachmentPipeline
import MediaInspection

@testable import HTTPService

/// The pure parts of the HTTP service, and of the client that speaks to it.
enum HTTPTargets {
    static let all = [
        FuzzTarget("http-target", "a request's target and its options", longest: 512, seeds: { targets.map(bytes) }) {
            checkTarget($0)
        },
        FuzzTarget(
            "http-fields", "a request's fields: framing, ranges, conditions", longest: 1024,
            seeds: { fields.map(bytes) }
        ) {
            checkFields($0)
        },
        FuzzTarget(
            "http-answer", "a daemon's answer, as its client reads it", longest: 1024, seeds: { answers.map(bytes) }
        ) {
            checkAnswer($0)
        },
        FuzzTarget("purge-request", "the body of POST /v1/cache/purge", longest: 512, seeds: { purges.map(bytes) }) {
            _ = try? PurgeRequest.read($0)
        },
    ]

    private static let policies = MediaPolicy.all.map { JudgingPolicy($0) }

    private static func checkTarget(_ bytes: [UInt8]) {
        guard let target = try? RequestTarget(bytes) else { return }
        require(target.segments.count <= 64 && target.query.count <= 64, "more parts than allowed")
        for segment in target.segments {
            require(segment != "." && segment != ".." && !segment.contains("/"), "a segment that leaves its place")
        }
        let texts = target.segments + target.query.flatMap { [$0.name, $0.value] }
        for text in texts { require(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }, "a control character") }
        guard let options = try? RequestOptions(target, standard: .seconds(29), policies: policies) else { return }
        require(options.timeout >= .milliseconds(50) && options.timeout <= .seconds(60), "a time-out out of bounds")
    }

    private static func checkFields(_ bytes: [UInt8]) {
        var rules = RequestRules()
        var headers = HTTPHeaders()
        for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: true) {
            let colon = line.firstIndex(of: 0x3a) ?? line.endIndex
            let value = line[colon...].dropFirst()
            rules.note(name: line[..<colon], value: value)
            headers.append(name: Array(line[..<colon]), value: Array(value))
        }
        if rules.verdict == nil {
            require(headers.all("host").count == 1, "no host, or two of them")
            require(headers.all("content-length").count <= 1, "two lengths")
            require(!rules.isChunked || headers.all("content-length").isEmpty, "a length beside an encoding")
        }
        for size: Int64 in [0, 1, 100, .max] {
            guard case .part(let range) = ByteRange.select(headers.all("range"), size: size) else { continue }
            require(range.offset >= 0 && range.count > 0, "an empty range")
            require(range.offset < size && range.count <= size - range.offset, "a range beyond the end")
            _ = range.contentRange(of: size)
        }
        let tag = EntityTag("5e")
        _ = tag?.matchesAny(ofIfNoneMatch: headers.all("if-none-match"))
        _ = tag?.allowsRange(ifRange: headers.all("if-range"))
        if let text = headers.first("traceparent"), let trace = TraceParent(text) {
            require(trace.text == text && trace.traceIdentifier.utf8.count == 32, "a trace of another form")
        }
    }

    /// However an answer is cut into pieces, it reads the same.
    private static func checkAnswer(_ bytes: [UInt8]) {
        let whole = read([bytes])
        require(whole == read(bytes.map { [$0] }), "an answer byte by byte is another one")
        let half = bytes.count / 2
        require(
            whole == read([Array(bytes.prefix(half)), Array(bytes.dropFirst(half))]), "in halves it is another one")
    }

    /// The answer, once the connection has closed; nil where it is none. Bytes behind the answer decide whether the
    /// connection can be kept, and whoever reads piece by piece stops before them.
    private static func read(_ pieces: [[UInt8]]) -> WireAnswer? {
        var reader = AnswerReader(bodyLimit: 256)
        for piece in pieces where reader.answer == nil {
            guard (try? reader.add(piece)) != nil else { return nil }
        }
        guard (try? reader.end()) != nil else { return nil }
        var answer = reader.answer
        answer?.keepsConnection = false
        return answer
    }

    @Sendable private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let targets = [
        "/", "/v1/blobs/5e.jpg", "/v1/content?timeout=5&policy=apple&dialect=onesignal&view=payload&priority=batch",
        "http://a.test/x", "/a//b/?x&y=%C3%A9&=z", "/%2e%2e/", "/%2f", "/v1/content?timeout=0.05", "*",
    ]

    private static let fields = [
        "Host: a\nContent-Length: 5\nExpect: 100-continue", "Host: a\nTransfer-Encoding: chunked\nRange: bytes=0-9",
        "Host: [::1]:80\nRange: bytes=-5\nIf-None-Match: W/\"5e\", \"x\"\nIf-Range: \"5e\"",
        "Host:\nRange: bytes=9223372036854775807-",
        "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "Range: bytes=1-2,3-4\nIf-None-Match: *",
    ]

    private static let answers = [
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 x\r\n\r\n",
        "HTTP/1.1 503 x\r\nRetry-After: 5\r\nConnection: close\r\n\r\nlater",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nmore",
    ]

    private static let purges = [
        #"{"url":"https://a.test/1"}"#, #"{"host":"A.test"}"#, #"{"olderThan":86400}"#, #"{"all":true}"#,
    ]
}
