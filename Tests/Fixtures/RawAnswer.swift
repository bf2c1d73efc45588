/// An answer as it came over the wire.
package struct RawAnswer: Sendable {
    /// The status.
    package var status: Int
    /// The header fields in order.
    package var fields: [(name: String, value: String)]
    /// The body.
    package var body: [UInt8]

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The only value of a field; nil if there is none or more than one.
    package func field(_ name: String) -> String? {
        let values = fields.filter { $0.name.lowercased() == name.lowercased() }
        return values.count == 1 ? values.first?.value : nil
    }

    /// Reads one answer from the beginning of `bytes` and how many it took; nil if it is not complete.
    static func parse(_ bytes: [UInt8], toHead: Bool) -> (RawAnswer, Int)? {
        guard let end = headerEnd(bytes) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        guard let first = lines.first else { return nil }
        let words = first.split(separator: " ")
        guard words.count >= 2, let status = Int(words[1]) else { return nil }
        if status == 100 { return parse(Array(bytes[end...]), toHead: toHead).map { ($0.0, $0.1 + end) } }
        let fields = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
        }
        var answer = RawAnswer(status: status, fields: fields, body: [])
        let length = toHead || status == 304 ? 0 : Int(answer.field("content-length") ?? "0") ?? 0
        guard bytes.count >= end + length else { return nil }
        answer.body = Array(bytes[end..<(end + length)])
        return (answer, end + length)
    }

    private static func headerEnd(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for index in 0...(bytes.count - 4) where bytes[index..<(index + 4)].elementsEqual([13, 10, 13, 10]) {
            return index + 4
        }
        return nil
    }
}
