import Testing

@testable import HTTPService

/// Answers as they come over the wire, whole, in pieces and wrong.
@Suite struct AnswerReaderTests {
    /// Reads an answer in pieces of `size` bytes; the connection then ends if `closes`.
    private func read(
        _ text: String, pieces size: Int = .max, limit: Int = 64, closes: Bool = false
    ) throws(DaemonFailure) -> WireAnswer? {
        var reader = AnswerReader(bodyLimit: limit)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try reader.add(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        if closes { try reader.end() }
        return reader.answer
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `reads a body by its length, however it is cut`(size: Int) throws {
        let text = "HTTP/1.1 200 OK\r\nA: b\r\ncontent-LENGTH:  5 \r\n\r\nhello"
        let answer = WireAnswer(status: 200, body: Array("hello".utf8), keepsConnection: true)
        #expect(try read(text, pieces: size) == answer)
        #expect(try read(String(text.dropLast()), pieces: size) == nil)
        #expect(try read("HTTP/1.1 100 Continue\r\n\r\n" + text, pieces: size) == answer)
    }

    @Test func `reads a body without a length to the connection's end`() throws {
        let text = "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\n\r\n{}"
        #expect(try read(text) == nil)
        let answer = WireAnswer(status: 503, retryAfter: 7, body: Array("{}".utf8), keepsConnection: false)
        #expect(try read(text, closes: true) == answer)
    }

    @Test func `does not go on with a connection that is closed or out of step`() throws {
        #expect(try read("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: Close\r\n\r\n")?.keepsConnection == false)
        let more = try read("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab")
        #expect(more?.body == [0x61] && more?.keepsConnection == false)
        #expect(try read("HTTP/1.1 204 No Content\r\n\r\n")?.keepsConnection == true)
    }

    @Test(arguments: [
        "", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
    ])
    func `takes an early end for an interruption`(text: String) {
        #expect(throws: DaemonFailure.interrupted) { try read(text, closes: true) }
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 999 OK\r\n\r\n", "HTTP/2 200\r\n\r\n",
        "\r\n\r\n",
        "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n",
    ])
    func `refuses what is no answer of a daemon`(text: String) {
        #expect {
            try read(text)
        } throws: { error in
            guard case .malformed = error as? DaemonFailure else { return false }
            return true
        }
    }

    @Test(arguments: [1, 2, 5, 1000])
    func `reads a body in chunks, whole or piece by piece`(size: Int) throws {
        let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"
        #expect(
            try read(text, pieces: size)
                == WireAnswer(status: 200, body: Array("hello".utf8), keepsConnection: true))
        #expect(throws: DaemonFailure.interrupted) {
            try read(String(text.dropLast(2)), pieces: size, closes: true)
        }
        var reader = AnswerReader(bodyLimit: 4)
        var pieces: [UInt8] = []
        for byte in text.utf8 {
            try reader.add([byte])
            pieces += reader.takeBody()
        }
        #expect(pieces == Array("hello".utf8))
        #expect(reader.answer?.body == [])
        #expect(throws: DaemonFailure.self) { try read(text, limit: 4) }
    }

    @Test(arguments: [(63, true), (64, true), (65, false)])
    func `bounds the body, announced or not`(size: Int, fits: Bool) {
        let body = String(repeating: "a", count: size)
        for head in ["Content-Length: \(size)\r\n", ""] {
            let answer = try? read("HTTP/1.1 200 OK\r\n\(head)\r\n\(body)", pieces: 16, closes: true)
            #expect((answer?.body.count == size) == fits)
        }
    }

    @Test(arguments: [(0, true), (1, false)])
    func `bounds the header`(excess: Int, fits: Bool) {
        let begin = "HTTP/1.1 204 No\r\nA: "
        let padding = String(repeating: "a", count: AnswerReader.headLimit - begin.utf8.count - 4 + excess)
        let answer = try? read(begin + padding + "\r\n\r\n", pieces: 4096)
        #expect((answer?.status == 204) == fits)
    }
}
