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
        if ResponseHead.isStatusLine(line, end) {
            guard let status = ResponseHead.status(ResponseHead.text(line, 0..<end)) else {
                return .refused("its status line is malformed")
            }
            self.status = status
            endsBodies = line[5] != 0x31 && line[5] != 0x30
            fields = []
            return .more
        }
        add(line, end)
        return .more
    }

    /// Adds a field line of so many bytes. What is no field is ignored, as clients do; a name with a blank is no name to anyone
    /// (RFC 9112 section 5.1). A folded line goes on with the value before it (section 5.2).
    private mutating func add(_ line: Span<UInt8>, _ end: Int) {
        if ResponseHead.isBlank(line[0]) {
            guard let last = fields.indices.last else { return }
            let more = ResponseHead.text(line, ResponseHead.trimmed(line, 0..<end))
            fields[last].value = (fields[last].value + " " + more).trimmingBlanks
            return
        }
        var name: [UInt8] = []
        for index in 0..<end {
            let byte = line[index]
            if byte == 0x3a {
                guard !name.isEmpty else { return }
                let value = ResponseHead.text(line, ResponseHead.trimmed(line, index + 1..<end))
                fields.append(Field(name: String(decoding: name, as: UTF8.self), value: value))
                return
            }
            guard !ResponseHead.isBlank(byte) else { return }
            name.append(0x41...0x5a ~= byte ? byte | 0x20 : byte)
        }
    }

    /// The values of every field of a name given in lower case, in order.
    func values(_ name: String) -> [String] {
        fields.lazy.filter { $0.name == name }.map(\.value)
    }

    /// The first value of a field of a name given in lower case.
    func first(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// Whether a line of so many bytes begins a head.
    private static func isStatusLine(_ line: Span<UInt8>, _ end: Int) -> Bool {
        end >= 5 && line[0] == 0x48 && line[1] == 0x54 && line[2] == 0x54 && line[3] == 0x50 && line[4] == 0x2f
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }

    /// The range without the blanks at its ends.
    private static func trimmed(_ line: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, isBlank(line[start]) { start += 1 }
        while end > start, isBlank(line[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Field values are bytes; those beyond ASCII are read as Latin-1 (RFC 9110 section 5.5), so that none is lost.
    private static func text(_ line: Span<UInt8>, _ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for index in range {
            let byte = line[index]
            if byte < 0x80 {
                bytes.append(byte)
            } else {
                bytes.append(0xc0 | byte >> 6)
                bytes.append(0x80 | byte & 0x3f)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The status of `HTTP/1.1 200 OK` or `HTTP/2 200`.
    private static func status(_ line: String) -> Int? {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, parts[1].utf8.count == 3, let status = Int(parts[1]), status >= 100 else { return nil }
        return status
    }
}
