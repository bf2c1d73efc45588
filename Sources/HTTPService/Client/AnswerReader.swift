/// A daemon's answer as it came over the wire.
struct WireAnswer: Sendable, Equatable {
    /// The status, 200-599.
    var status: Int
    /// The seconds of `Retry-After`, where it has that form.
    var retryAfter: Int?
    /// The whole body.
    var body: [UInt8]
    /// Whether another request may follow on the same connection.
    var keepsConnection: Bool
}

/// Reads one HTTP/1.1 answer out of the bytes in which it comes (RFC 9112); knows nothing of sockets and time.
///
/// The body ends by its Content-Length, by its last chunk, or without either with the connection. A body that comes in chunks
/// can be taken out piece by piece.
struct AnswerReader {
    private enum State {
        /// How many bytes are known to hold no end of the header.
        case head(searched: Int)
        /// The answer without its body, and the body's size; nil where the connection's end is its end.
        case body(WireAnswer, size: Int?)
        /// The answer without its body, which comes in chunks.
        case chunks(WireAnswer, ChunkDecoder)
        case complete(WireAnswer)
    }

    /// The most bytes of a header.
    static let headLimit = 32_768

    private let bodyLimit: Int
    private var state = State.head(searched: 0)
    private var bytes: [UInt8] = []
    /// What the chunks held and nobody has taken out.
    private var decoded: [UInt8] = []

    /// A reader that takes at most `bodyLimit` bytes of body.
    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    /// Whether nothing has come yet.
    var isUntouched: Bool {
        guard case .head = state else { return false }
        return bytes.isEmpty
    }

    /// The answer once it is complete.
    var answer: WireAnswer? {
        guard case .complete(let answer) = state else { return nil }
        return answer
    }

    /// Whether the answer is a 200 whose body comes in chunks, for `takeBody`.
    var isStreamed: Bool {
        guard case .chunks(let answer, _) = state else { return false }
        return answer.status == 200
    }

    /// Takes out what has come of a body in chunks so far; what is taken out is no part of `answer`.
    mutating func takeBody() -> [UInt8] {
        defer { decoded.removeAll(keepingCapacity: true) }
        return decoded
    }

    /// Takes what has come.
    ///
    /// - Throws: `malformed`, also for an answer that is too large.
    mutating func add(_ more: [UInt8]) throws(DaemonFailure) {
        bytes.append(contentsOf: more)
        while case .head(let searched) = state {
            guard let end = headEnd(from: searched) else {
                guard bytes.count <= AnswerReader.headLimit else { throw .malformed("its header is too long") }
                state = .head(searched: max(0, bytes.count - 3))
                return
            }
            guard end <= AnswerReader.headLimit else { throw .malformed("its header is too long") }
            let head = bytes[..<end]
            state = try AnswerReader.read(head, bodyLimit: bodyLimit) ?? .head(searched: 0)
            bytes.removeFirst(end)
        }
        if case .chunks(let answer, let decoder) = state { return try addChunks(answer, decoder) }
        guard case .body(let answer, let size) = state else { return }
        guard let size else {
            guard bytes.count <= bodyLimit else { throw .malformed("its answer is too large") }
            return
        }
        if bytes.count >= size { complete(answer, size: size) }
    }

    /// Takes note that the other side has closed.
    ///
    /// - Throws: `interrupted` where that is too early.
    mutating func end() throws(DaemonFailure) {
        switch state {
        case .body(let answer, size: nil): complete(answer, size: bytes.count)
        case .complete: return
        case .head, .body, .chunks: throw .interrupted
        }
    }

    private mutating func addChunks(_ answer: WireAnswer, _ decoder: ChunkDecoder) throws(DaemonFailure) {
        var decoder = decoder
        let used = try decoder.decode(bytes[...], into: &decoded)
        bytes.removeFirst(used)
        guard decoded.count <= bodyLimit else { throw .malformed("its answer is too large") }
        state = .chunks(answer, decoder)
        guard decoder.isComplete else { return }
        var answer = answer
        if !bytes.isEmpty { answer.keepsConnection = false }
        answer.body = decoded
        state = .complete(answer)
    }

    private mutating func complete(_ answer: WireAnswer, size: Int) {
        var answer = answer
        // Bytes behind an answer that nobody asked for: what follows on this connection cannot be told.
        if bytes.count > size { answer.keepsConnection = false }
        answer.body = Array(bytes.prefix(size))
        state = .complete(answer)
    }

    private func headEnd(from start: Int) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for index in start..<max(start, bytes.count - 3)
        where bytes[index] == 0x0d && bytes[index..<(index + 4)].elementsEqual([0x0d, 0x0a, 0x0d, 0x0a]) {
            return index + 4
        }
        return nil
    }

    /// What a header says of the rest; nil for an interim answer, after which another header comes.
    private static func read(_ head: ArraySlice<UInt8>, bodyLimit: Int) throws(DaemonFailure) -> State? {
        let lines = head.dropLast(4).split(separator: 0x0a, omittingEmptySubsequences: false)
        guard let first = lines.first, let status = status(first) else {
            throw .malformed("it does not speak HTTP/1.1")
        }
        guard status >= 200 else { return nil }
        var answer = WireAnswer(status: status, body: [], keepsConnection: true)
        var size: Int?
        var isChunked = false
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: 0x3a) else {
                throw .malformed("its header has a line without a name")
            }
            let name = String(decoding: line[..<colon].map(HTTPSyntax.lowered), as: UTF8.self)
            let value = HTTPSyntax.trimmed(line[(colon + 1)...].prefix { $0 != 0x0d })
            switch name {
            case "content-length":
                guard size == nil, let count = HTTPSyntax.decimal(value) else { throw .malformed("its length is none") }
                guard count <= bodyLimit else { throw .malformed("its answer is too large") }
                size = Int(count)
            case "transfer-encoding":
                guard HTTPSyntax.equalIgnoringCase(value, "chunked".utf8), !isChunked else {
                    throw .malformed("its answer has an unknown coding")
                }
                isChunked = true
            case "connection":
                if HTTPSyntax.equalIgnoringCase(value, "close".utf8) { answer.keepsConnection = false }
            case "retry-after":
                answer.retryAfter = HTTPSyntax.decimal(value).flatMap { Int(exactly: $0) }
            default: continue
            }
        }
        if isChunked {
            guard size == nil else { throw .malformed("its answer has a length and chunks") }
            return .chunks(answer, ChunkDecoder())
        }
        if status == 204 || status == 304 { size = 0 }
        if size == nil { answer.keepsConnection = false }
        return .body(answer, size: size)
    }

    private static func status(_ line: ArraySlice<UInt8>) -> Int? {
        guard line.starts(with: "HTTP/1.1 ".utf8) else { return nil }
        let digits = line.dropFirst(9).prefix { $0 != 0x20 && $0 != 0x0d }
        guard digits.count == 3, let status = HTTPSyntax.decimal(digits), (100...599).contains(status) else {
            return nil
        }
        return Int(status)
    }
}
