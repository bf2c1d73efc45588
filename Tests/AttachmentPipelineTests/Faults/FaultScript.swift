import Fixtures
import LoopbackOrigin

/// What an origin does, request by request, about one URL: follows from a seed and a number alone.
struct FaultScript: Sendable {
    /// How a body is framed and coded.
    enum Form: CaseIterable, Sendable {
        case length, chunked, untilClose, gzip, deflate
    }

    /// What one answer does.
    enum Act: Sendable {
        case whole(Form)
        /// So many bytes of the body under the framing of the whole, then the connection's end.
        case cut(Form, Int)
        /// So many bytes, then a reset; nil for a reset before the answer.
        case reset(Int?)
        case closed
        case status(Int)
        case noHTTP
        /// A coding that nobody asked for and nobody can take off.
        case unknownCoding
        /// gzip whose checksum is wrong.
        case wrongChecksum
        /// Declares fewer bytes than there are, so that only those count.
        case understated(Int)
        case tooLarge
        /// To a request for the rest, something that is no rest; to any other, the whole.
        case falseRest(Int)
        /// So many bytes, then nothing more; the test moves the clock.
        case stall(Int)
        /// Piece by piece, each when the test has moved the clock: slow, but not too slow.
        case slow
    }

    /// What an answer tells its test.
    struct Hooks: Sendable {
        /// It has stalled.
        let stalls: @Sendable () -> Void
        /// It has sent a piece, and waits for the gate.
        let pauses: @Sendable () -> Void
        let gate: OriginGate
    }

    /// What an answer amounted to, as the origin knows it.
    enum Effect: Sendable, Equatable {
        case whole(version: Int)
        /// The reason, and the status where that is it.
        case fault(String, status: Int? = nil, passes: Bool)
        case falseRest
    }

    /// The acts, one a request; a fetch makes three at most.
    let acts: [Act]
    /// The version of the bytes at each of them.
    let versions: [Int]
    /// Whether the origin serves ranges.
    let hasRanges: Bool
    private let index: Int
    private let photo: [UInt8]

    /// The bytes of a photo that a cut leaves: enough for what it is, too few for a whole one.
    private static let cuts = 3000...12_000
    /// What keeps ahead of the stall rule with a pause of 4 seconds after it.
    private static let slowPiece = 6000
    static let slowPause = Duration.seconds(4)
    private static let passingStatuses = [500, 502, 503, 504, 429]
    private static let lastingStatuses = [400, 403, 404, 410, 501]

    /// The script of case `index`; one that stalls where `mayStall`, which needs a clock of its own.
    init(seed: UInt64, index: Int, photo: [UInt8], mayStall: Bool) {
        var random = SeededGenerator(seed: seed &+ UInt64(index) &* 0x9e37_79b9_7f4a_7c15)
        acts = (0..<3).map { _ in FaultScript.act(&random, mayStall: mayStall) }
        let first = Int.random(in: 0...9, using: &random) < 7 ? 3 : 1
        versions = (0..<3).map { $0 < first ? 0 : 1 }
        hasRanges = .random(using: &random)
        self.index = index
        self.photo = photo
    }

    private static func act(_ random: inout SeededGenerator, mayStall: Bool) -> Act {
        let count = Int.random(in: cuts, using: &random)
        let form = Form.allCases.randomElement(using: &random) ?? .length
        switch Int.random(in: 0..<(mayStall ? 28 : 22), using: &random) {
        case 0..<6: return .whole(form)
        case 6..<10: return .cut(form, count)
        case 10, 11: return .reset(.random(using: &random) ? count : nil)
        case 12: return .closed
        case 13, 14: return .status(passingStatuses.randomElement(using: &random) ?? 500)
        case 15: return .status(lastingStatuses.randomElement(using: &random) ?? 404)
        case 16: return .noHTTP
        case 17: return .unknownCoding
        case 18: return .wrongChecksum
        case 19: return .understated(count)
        case 20: return .tooLarge
        case 21: return .falseRest(Int.random(in: 0..<5, using: &random))
        case 22, 23: return .slow
        // Fewer bytes than one window of the stall rule asks for.
        default: return .stall(Int.random(in: 0...4000, using: &random))
        }
    }

    /// The bytes of one version: a photo with a comment of its own after its first marker (ITU T.81, B.2.4.5).
    func body(_ version: Int) -> [UInt8] {
        let comment = Array("case \(index) version \(version)".utf8)
        return Array(photo.prefix(2)) + [0xff, 0xfe, 0, UInt8(comment.count + 2)] + comment + photo.dropFirst(2)
    }

    /// The answer to request number `number`, from 0, and what it amounts to.
    func answer(_ number: Int, _ request: OriginRequest, _ hooks: Hooks) -> (reply: OriginReply, effect: Effect) {
        let number = min(number, 2)
        let version = versions[number]
        let body = body(version)
        let tag = "\"\(version)\""
        var fields = [("ETag", tag), ("Connection", "close")]
        if hasRanges { fields.append(("Accept-Ranges", "bytes")) }
        let start = hasRanges ? FaultScript.start(of: request) : nil
        let isForRest = start != nil && request.header("If-Range") == tag
        switch acts[number] {
        case .whole(let form):
            if let start, isForRest { return (rest(of: body, from: start, fields), .whole(version: version)) }
            return (FaultScript.reply(body, form, fields, cutAt: nil), .whole(version: version))
        case .cut(let form, let count):
            let reply = FaultScript.reply(body, form, fields, cutAt: count)
            // Only the photo itself can tell that a body without a length is not whole.
            return (reply, .fault("truncated", passes: form != .untilClose))
        case .reset(let count):
            let head = OriginReply.head(200, fields + [("Content-Length", String(body.count))])
            return (
                .resetting(after: count.map { head + body.prefix($0) } ?? []), .fault("transfer-failed", passes: true)
            )
        case .closed: return (.closing, .fault("transfer-failed", passes: true))
        case .status(let status):
            let reply = FaultScript.closing(.body(Array("sorry".utf8), status: status, [("Connection", "close")]))
            return (
                reply,
                .fault("http-status", status: status, passes: FaultScript.passingStatuses.contains(status))
            )
        case .noHTTP: return (.raw("220 mail.example ready\r\n"), .fault("transfer-failed", passes: false))
        case .unknownCoding:
            return (
                FaultScript.closing(.body(body, fields + [("Content-Encoding", "br")])),
                .fault("bad-encoding", passes: false)
            )
        case .wrongChecksum:
            var coded = OriginCoding.gzip(body)
            coded[coded.count - 8] ^= 1
            return (
                FaultScript.closing(.body(coded, fields + [("Content-Encoding", "gzip")])),
                .fault("bad-encoding", passes: false)
            )
        case .understated(let count):
            return (.lying(length: count, body: body, fields), .fault("truncated", passes: false))
        case .tooLarge: return (.lying(length: 11_000_000, body: [], fields), .fault("too-large", passes: false))
        case .falseRest(let kind):
            guard start != nil, request.header("Range") != nil else {
                return (FaultScript.reply(body, .length, fields, cutAt: nil), .whole(version: version))
            }
            return (falseRest(kind, fields), .falseRest)
        case .stall(let count):
            let head = OriginReply.head(200, fields + [("Content-Length", String(body.count))])
            let steps: [OriginReply.Step] = [.bytes(head + body.prefix(count)), .note(hooks.stalls), .silence]
            return (OriginReply(steps), .fault("stalled", passes: false))
        case .slow:
            var steps: [OriginReply.Step] = [
                .bytes(OriginReply.head(200, fields + [("Content-Length", String(body.count))]))
            ]
            for start in stride(from: 0, to: body.count, by: FaultScript.slowPiece) {
                let piece = Array(body[start..<min(start + FaultScript.slowPiece, body.count)])
                steps += [.bytes(piece), .note(hooks.pauses), .pass(hooks.gate)]
            }
            return (OriginReply(steps, closes: true), .whole(version: version))
        }
    }

    private func rest(of body: [UInt8], from start: Int, _ fields: [(String, String)]) -> OriginReply {
        let range = ("Content-Range", "bytes \(start)-\(body.count - 1)/\(body.count)")
        return FaultScript.closing(.body(Array(body.dropFirst(start)), status: 206, fields + [range]))
    }

    /// Bytes of another version under every wrong label.
    private func falseRest(_ kind: Int, _ fields: [(String, String)]) -> OriginReply {
        let body = body(7)
        let ranges = ["bytes 0-9/10", "bytes 5000-5009/99999", "bytes */\(body.count)", "pages 1-2/3", ""]
        let reply = OriginReply.body(
            Array(body.suffix(4000)), status: kind == 2 ? 416 : 206,
            (kind == 3 ? [("ETag", "\"7\"")] : fields) + [("Content-Range", ranges[kind])])
        return FaultScript.closing(reply)
    }

    private static func start(of request: OriginRequest) -> Int? {
        guard let text = request.header("Range"), text.hasPrefix("bytes="), text.hasSuffix("-") else { return nil }
        return Int(text.dropFirst(6).dropLast())
    }

    private static func closing(_ reply: OriginReply) -> OriginReply {
        OriginReply(reply.steps, closes: true)
    }

    private static func reply(
        _ body: [UInt8], _ form: Form, _ fields: [(String, String)], cutAt count: Int?
    ) -> OriginReply {
        switch form {
        case .length:
            let head = OriginReply.head(200, fields + [("Content-Length", String(body.count))])
            return OriginReply([.bytes(head + body.prefix(count ?? .max))], closes: true)
        case .chunked:
            let head = OriginReply.head(200, fields + [("Transfer-Encoding", "chunked")])
            let chunks = OriginReply.chunk(Array(body.prefix(5000))) + OriginReply.chunk(Array(body.dropFirst(5000)))
            let all = head + chunks + Array("0\r\n\r\n".utf8)
            return OriginReply([.bytes(Array(all.prefix(count ?? .max)))], closes: true)
        case .untilClose: return .untilClose(Array(body.prefix(count ?? .max)), fields)
        case .gzip, .deflate:
            // Cut inside the coding, under a length that is true of what is sent.
            let coded = form == .gzip ? OriginCoding.gzip(body) : OriginCoding.deflate(body)
            let name = form == .gzip ? "gzip" : "deflate"
            return closing(.body(Array(coded.prefix(count ?? .max)), fields + [("Content-Encoding", name)]))
        }
    }
}
