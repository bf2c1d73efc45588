import Testing

@testable import MediaFetching

/// The state machine of one request, with a clock moved by hand.
struct TransferStateTests {
    static let start = ContinuousClock.now

    static func at(_ milliseconds: Int) -> ContinuousClock.Instant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    /// A state to which lines have come; whether the transfer goes on after each.
    static func state(
        _ lines: [String], maxBytes: Int64 = 1000, isConditional: Bool = false, at now: ContinuousClock.Instant = start
    ) -> (TransferState, goesOn: Bool) {
        var state = TransferState(host: "a.example", maxBytes: maxBytes, isConditional: isConditional)
        var goesOn = true
        for line in lines where goesOn { goesOn = state.receivedHeader(Array((line + "\r\n").utf8).span, at: now) }
        return (state, goesOn)
    }

    static func reason(_ state: TransferState) -> FetchFailure.Reason? {
        guard case .failure(let failure) = state.verdict else { return nil }
        return failure.reason
    }

    @Test func `interim answers are forgotten`() {
        let lines = [
            "HTTP/1.1 103 Early", "Link: x", "Content-Length: 5000", "", "HTTP/1.1 200 OK", "Content-Length: 10", "",
        ]
        let (state, goesOn) = TransferStateTests.state(lines)
        #expect(goesOn)
        #expect(state.verdict == .body)
        #expect(state.head.values("content-length") == ["10"])
        #expect(state.head.first("link") == nil)
    }

    @Test func `trailers change nothing`() {
        var (state, _) = TransferStateTests.state(["HTTP/1.1 200 OK", ""])
        for line in ["HTTP/1.1 404 Gone", "Content-Length: 9", ""] {
            let goesOn = state.receivedHeader(Array((line + "\r\n").utf8).span, at: TransferStateTests.start)
            #expect(goesOn)
        }
        #expect(state.verdict == .body)
        #expect(state.head.status == 200)
    }

    @Test func `HTTP/2 heads are read, and folded lines joined`() {
        let (state, _) = TransferStateTests.state([
            "HTTP/2 200", "etag: \"a\"", " b", "no colon", "bad name: x", ": y", "",
        ])
        #expect(state.verdict == .body)
        #expect(state.head.first("etag") == "\"a\" b")
        #expect(state.head.first("bad name") == nil)
    }

    static let lengths: [([String], FetchFailure.Reason?)] = [
        (["999"], nil), (["1000"], nil), (["1001"], .tooLarge), (["0"], nil), (["5", "5"], nil), (["5, 5"], nil),
        (["5", "6"], .transferFailed), (["5, 6"], .transferFailed), ([""], .transferFailed), (["-1"], .transferFailed),
        (["+5"], .transferFailed), (["5x"], .transferFailed), (["0x5"], .transferFailed), (["5,"], .transferFailed),
        (["99999999999999999999"], .transferFailed), (["9223372036854775807"], .tooLarge),
    ]

    @Test(arguments: lengths)
    func `a declared length is judged with the head`(_ values: [String], _ reason: FetchFailure.Reason?) {
        let lines = ["HTTP/1.1 200 OK"] + values.map { "Content-Length: \($0)" } + [""]
        let (state, goesOn) = TransferStateTests.state(lines)
        #expect(TransferStateTests.reason(state) == reason)
        #expect(goesOn == (reason == nil))
    }

    @Test func `a length beside chunks, or of a coded body, says nothing`() {
        for field in ["Transfer-Encoding: chunked", "Content-Encoding: gzip"] {
            let (state, goesOn) = TransferStateTests.state(["HTTP/1.1 200 OK", "Content-Length: 5000", field, ""])
            #expect(state.verdict == .body)
            #expect(goesOn)
        }
    }

    @Test(arguments: [(65_536, true), (65_537, false)]) func `a head has at most 64 KiB`(_ bytes: Int, _ passes: Bool) {
        let used = "HTTP/1.1 200 OK\r\n".utf8.count + "X: \r\n".utf8.count
        let (state, goesOn) = TransferStateTests.state(
            ["HTTP/1.1 200 OK", "X: " + String(repeating: "x", count: bytes - used)])
        #expect(goesOn == passes)
        #expect(TransferStateTests.reason(state) == (passes ? nil : .transferFailed))
    }

    @Test(arguments: [(100, true), (101, false)]) func `a head has at most 100 lines`(_ count: Int, _ passes: Bool) {
        let lines = ["HTTP/1.1 200 OK"] + [String](repeating: "X: y", count: count - 2) + [""]
        #expect(TransferStateTests.state(lines).goesOn == passes)
    }

    @Test(arguments: [
        "HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000 OK", "HTTP/1.1 abc", "HTTP/1.1 099 X", "HTTP/1.1 -20 X",
    ])
    func `a status line has three digits`(_ line: String) {
        #expect(TransferStateTests.reason(TransferStateTests.state([line]).0) == .transferFailed)
    }

    @Test func `body bytes are counted before they are consumed`() {
        var (state, _) = TransferStateTests.state(["HTTP/1.1 200 OK", ""], maxBytes: 10)
        #expect(state.arrived(9, at: TransferStateTests.start) == .consume)
        for (count, isTaken) in [(9, true), (1, true), (1, false)] {
            let wasTaken = state.take(count)
            #expect(wasTaken == isTaken)
        }
        #expect(TransferStateTests.reason(state) == .tooLarge)
        #expect(state.bytes == 10)
    }

    @Test func `a short useless body is dropped, a long one ends the transfer`() {
        var (state, goesOn) = TransferStateTests.state(["HTTP/1.1 404 Gone", ""])
        #expect(goesOn)
        #expect(state.arrived(65_536, at: TransferStateTests.start) == .discard)
        #expect(state.arrived(1, at: TransferStateTests.start) == .stop)
        (state, goesOn) = TransferStateTests.state(["HTTP/1.1 404 Gone", "Content-Length: 65537", ""])
        #expect(!goesOn)
        #expect(TransferStateTests.reason(state) == .httpStatus)
    }

    @Test func `a useless body is waited for one second`() {
        var (state, _) = TransferStateTests.state(["HTTP/1.1 302 Found", "Location: /x", ""])
        #expect(state.nextCheck == TransferStateTests.at(1000))
        #expect(state.check(at: TransferStateTests.at(999)) == true)
        #expect(state.check(at: TransferStateTests.at(1000)) == false)
        #expect(state.verdict == .redirect("/x"))
    }

    @Test func `an answer of fewer than 5 KiB in 5 seconds has stalled`() {
        for (bytes, isStalled) in [(5119, true), (5120, false), (5121, false)] {
            var state = TransferState(host: "a.example", maxBytes: 100_000, isConditional: false)
            let head = Array("HTTP/1.1 200 OK\r\n".utf8)
            _ = state.receivedHeader(head.span, at: TransferStateTests.at(0))
            _ = state.receivedHeader([13, 10].span, at: TransferStateTests.at(0))
            _ = state.arrived(bytes - head.count - 2, at: TransferStateTests.at(4000))
            #expect(state.check(at: TransferStateTests.at(4999)) == true)
            #expect(state.check(at: TransferStateTests.at(5000)) == !isStalled)
            #expect(TransferStateTests.reason(state) == (isStalled ? .stalled : nil))
        }
    }

    @Test func `each window of 5 seconds is counted anew`() {
        var (state, _) = TransferStateTests.state(["HTTP/1.1 200 OK", ""], maxBytes: 100_000)
        _ = state.arrived(50_000, at: TransferStateTests.at(10))
        #expect(state.check(at: TransferStateTests.at(5000)) == true)
        #expect(state.nextCheck == TransferStateTests.at(10_000))
        #expect(state.check(at: TransferStateTests.at(10_000)) == false)
        #expect(TransferStateTests.reason(state) == .stalled)
    }

    @Test func `the wait before the answer, or after early hints, is no stall`() {
        var (state, _) = TransferStateTests.state([])
        #expect(state.nextCheck == nil)
        #expect(state.check(at: TransferStateTests.at(60_000)) == true)
        (state, _) = TransferStateTests.state(["HTTP/1.1 103 Early", "Link: x", ""])
        #expect(state.nextCheck == nil)
        #expect(state.check(at: TransferStateTests.at(60_000)) == true)
    }

    @Test func `not modified needs a condition`() {
        #expect(TransferStateTests.state(["HTTP/1.1 304 X", ""], isConditional: true).0.verdict == .notModified)
        let (state, _) = TransferStateTests.state(["HTTP/1.1 304 X", ""])
        #expect(TransferStateTests.reason(state) == .httpStatus)
    }

    @Test func `the consumer's refusal is the verdict`() {
        var (state, _) = TransferStateTests.state(["HTTP/1.1 200 OK", ""])
        state.refused(BodyRefusal(.storageFull, "The cache is full."))
        #expect(TransferStateTests.reason(state) == .storageFull)
    }
}
