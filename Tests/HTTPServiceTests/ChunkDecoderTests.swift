import Testing

@testable import HTTPService

@Suite struct ChunkDecoderTests {
    /// Decodes in pieces of `size` bytes; how many bytes were left over.
    private static func decode(
        _ text: String, pieces size: Int = .max
    ) throws(DaemonFailure) -> (body: String, isComplete: Bool, left: Int) {
        var decoder = ChunkDecoder()
        var body: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, !decoder.isComplete {
            let piece = rest.prefix(size)
            rest = rest.dropFirst(try decoder.decode(piece, into: &body))
        }
        return (String(decoding: body, as: UTF8.self), decoder.isComplete, rest.count)
    }

    @Test(arguments: [1, 2, 3, 1000])
    func `takes the coding off, however it is cut`(size: Int) throws {
        let text = "5\r\nhello\r\n1;a=b\r\n \r\n0A\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nnext"
        let (body, isComplete, left) = try Self.decode(text, pieces: size)
        #expect(body == "hello 0123456789")
        #expect(isComplete)
        #expect(left == 4)
    }

    @Test(arguments: ["", "5", "5\r\nhel", "5\r\nhello\r\n", "0\r\n", "0\r\nA: b\r\n"])
    func `is not complete before the last line`(text: String) throws {
        #expect(try Self.decode(text).isComplete == false)
    }

    @Test(arguments: ["x\r\n", "\r\n", "-1\r\n", "+5\r\n", "5\r\nhellox\r\n", "123456789\r\n"])
    func `refuses what is no chunk`(text: String) {
        #expect {
            try Self.decode(text)
        } throws: { error in
            guard case .malformed = error as? DaemonFailure else { return false }
            return true
        }
    }

    @Test func `bounds the lines between chunks`() {
        #expect(throws: DaemonFailure.self) { try Self.decode("1;" + String(repeating: "a", count: 4096)) }
        #expect(throws: Never.self) { try Self.decode("1;" + String(repeating: "a", count: 4094)) }
    }
}
