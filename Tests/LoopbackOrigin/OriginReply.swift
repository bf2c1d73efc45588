/// What the origin does for one request: steps, in order. Nothing is checked: an answer may be as wrong as a test wants.
package struct OriginReply: Sendable {
    /// One thing to do.
    package enum Step: Sendable {
        /// Sends bytes as they are.
        case bytes([UInt8])
        /// Sends bytes again and again until the client goes.
        case endless([UInt8])
        /// Waits for a gate.
        case pass(OriginGate)
        /// Runs a closure on the connection's thread: a test learns that everything before has been sent.
        case note(@Sendable () -> Void)
        /// Waits; for demonstrations, tests use gates.
        case pause(milliseconds: Int32)
        /// Does nothing until the client goes.
        case silence
        /// Makes the connection's end a reset.
        case reset
    }

    /// The steps.
    package var steps: [Step]
    /// Whether the connection is closed afterwards.
    package var closes: Bool

    /// A reply of any steps.
    package init(_ steps: [Step], closes: Bool = false) {
        self.steps = steps
        self.closes = closes
    }

    /// A head: status line, fields, empty line.
    package static func head(_ status: Int, _ fields: [(String, String)] = []) -> [UInt8] {
        let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        return Array("HTTP/1.1 \(status) \(status == 200 ? "OK" : "Said")\r\n\(lines)\r\n".utf8)
    }

    /// An ordinary answer with its true length.
    package static func body(
        _ body: [UInt8], status: Int = 200, _ fields: [(String, String)] = []
    ) -> OriginReply {
        OriginReply([.bytes(head(status, fields + [("Content-Length", String(body.count))]) + body)])
    }

    /// An answer without a body, such as 304.
    package static func empty(_ status: Int, _ fields: [(String, String)] = []) -> OriginReply {
        OriginReply([.bytes(head(status, fields))])
    }

    /// A redirect with a body that must not be taken for the media.
    package static func redirect(_ status: Int, to location: String, bodyBytes: Int = 16) -> OriginReply {
        body([UInt8](repeating: 0x3c, count: bodyBytes), status: status, [("Location", location)])
    }

    /// A chunked answer, one chunk a piece.
    package static func chunked(_ pieces: [[UInt8]], _ fields: [(String, String)] = []) -> OriginReply {
        let head = head(200, fields + [("Transfer-Encoding", "chunked")])
        return OriginReply([.bytes(head)] + pieces.map { .bytes(chunk($0)) } + [.bytes(Array("0\r\n\r\n".utf8))])
    }

    /// A chunked answer that never ends.
    package static func endlessChunks(of piece: [UInt8]) -> OriginReply {
        OriginReply([.bytes(head(200, [("Transfer-Encoding", "chunked")])), .endless(chunk(piece))])
    }

    /// One chunk with its frame (RFC 9112 section 7.1); an empty piece gives nothing.
    package static func chunk(_ piece: [UInt8]) -> [UInt8] {
        guard !piece.isEmpty else { return [] }
        return Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
    }

    /// Declares a length, sends a body of another, and closes the connection.
    package static func lying(length: Int, body: [UInt8], _ fields: [(String, String)] = []) -> OriginReply {
        OriginReply([.bytes(head(200, fields + [("Content-Length", String(length))]) + body)], closes: true)
    }

    /// A body with no length at all: it ends with the connection.
    package static func untilClose(_ body: [UInt8], _ fields: [(String, String)] = []) -> OriginReply {
        OriginReply([.bytes(head(200, fields) + body)], closes: true)
    }

    /// An ordinary answer, the whole of it once the gate lets it: what has not begun cannot stall, however long that takes.
    package static func held(
        _ body: [UInt8], status: Int = 200, _ fields: [(String, String)] = [], until gate: OriginGate
    ) -> OriginReply {
        OriginReply([.pass(gate)] + OriginReply.body(body, status: status, fields).steps)
    }

    /// Sends the first `count` bytes of a body, and the rest once the gate lets it. By a real clock that has to be within
    /// the five seconds after which an answer has stalled.
    package static func stalling(_ body: [UInt8], after count: Int, until gate: OriginGate) -> OriginReply {
        OriginReply([
            .bytes(head(200, [("Content-Length", String(body.count))]) + body.prefix(count)), .pass(gate),
            .bytes(Array(body.dropFirst(count))),
        ])
    }

    /// Sends a body piece by piece, each piece when the gate lets it.
    package static func dripping(_ body: [UInt8], by count: Int, _ gate: OriginGate) -> OriginReply {
        var steps: [Step] = [.bytes(head(200, [("Content-Length", String(body.count))]))]
        for start in stride(from: 0, to: body.count, by: max(1, count)) {
            steps += [.pass(gate), .bytes(Array(body[start..<min(start + max(1, count), body.count)]))]
        }
        return OriginReply(steps)
    }

    /// Bytes that need be no HTTP, then the connection's end.
    package static func raw(_ text: String) -> OriginReply {
        OriginReply([.bytes(Array(text.utf8))], closes: true)
    }

    /// Closes the connection without a byte.
    package static let closing = OriginReply([], closes: true)

    /// Takes the request and says nothing.
    package static let silent = OriginReply([.silence], closes: true)

    /// Resets the connection after some bytes.
    package static func resetting(after bytes: [UInt8] = []) -> OriginReply {
        OriginReply([.bytes(bytes), .reset], closes: true)
    }
}
