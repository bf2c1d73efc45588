/// The head of one response as its lines come in: status and fields, within limits (RFC 9110 section 5).
///
/// The lines of one transfer may belong to several heads: interim ones (1xx), the final one, then trailers. Each status
/// line begins a new head, so that what remains is the final one; the limits count across all of them.
struct ResponseHead: Sendable, Equatable {
    /// The most that all heads of a transfer may hold.
    static let mostBytes = 65_536
    static let mostLines = 100

    /// What a line did to the head.
    enum Step: Sendable, Equatable {
        /// More lines are needed, or the line is a trailer and means nothing.
        case more
        /// The final head is whole.
        case complete
        /// The line breaks a limit or the syntax; what is wrong, for a person.
        case refused(String)
    }

    /// The status; 0 before the first status line.
    private(set) var status = 0
    /// Whether the final head is whole.
    private(set) var isComplete = false
    /// Whether the protocol itself ends a body (HTTP/2 and later), where HTTP/1 needs a length or chunks.
    private(set) var endsBodies = false

    private var fields: [Field] = []
    private var bytes = 0
    private var lines = 0

    private struct Field: Sendable, Equatable {
        var name: String
        var value: String
    }

    /// Takes the next line, its end included.
    mutating func read(_ line: Span<UInt8>) -> Step {
        bytes = bytes.addingReportingOverflow(line.count).partialValue
        lines &+= 1
        guard bytes <= ResponseHead.mostBytes, lines <= ResponseHead.mostLines else {
            return .refused("its headers are too long")
        }
        if isComplete { return .more }
        var end = line.count
        while end > 0, line[end - 1] == 0x0a || line[end - 1] == 0x0d { end -= 1 }
        if end == 0 {
            guard status != 0 else { return .refused("its answer has no status line") }
            if status < 200 { return .more }
            isComplete = true
            return .complete
        }
        let text = ResponseHead.text(line, end)
        if text.hasPrefix("HTTP/") {
            guard let status = ResponseHead.status(text) else { return .refused("its status line is malformed") }
            self.status = status
            endsBodies = !text.hasPrefix("HTTP/1") && !text.hasPrefix("HTTP/0")
            fields = []
            return .more
        }
        add(text)
        return .more
    }

    /// Adds a field line. What is no field is ignored, as clients do; a name with a blank is no name to anyone
    /// (RFC 9112 section 5.1). A folded line goes on with the value before it (section 5.2).
    private mutating func add(_ line: String) {
        if line.hasPrefix(" ") || line.hasPrefix("\t") {
            guard let last = fields.indices.last else { return }
            fields[last].value = (fields[last].value + " " + line.trimmingBlanks).trimmingBlanks
            return
        }
        guard let colon = line.firstIndex(of: ":") else { return }
        let name = line[..<colon]
        guard !name.isEmpty, !name.contains(where: { $0 == " " || $0 == "\t" }) else { return }
        let value = line[line.index(after: colon)...].trimmingBlanks
        fields.append(Field(name: name.lowercased(), value: value))
    }

    /// The values of every field of a name given in lower case, in order.
    func values(_ name: String) -> [String] {
        fields.lazy.filter { $0.name == name }.map(\.value)
    }

    /// The first value of a field of a name given in lower case.
    func first(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// Field values are bytes; those beyond ASCII are read as Latin-1 (RFC 9110 section 5.5), so that none is lost.
    private static func text(_ line: Span<UInt8>, _ end: Int) -> String {
        var text = ""
        text.reserveCapacity(end)
        for index in 0..<end { text.unicodeScalars.append(Unicode.Scalar(line[index])) }
        return text
    }

    /// The status of `HTTP/1.1 200 OK` or `HTTP/2 200`.
    private static func status(_ line: String) -> Int? {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, parts[1].utf8.count == 3, let status = Int(parts[1]), status >= 100 else { return nil }
        return status
    }
}
