extension WallTime {
    /// Reads the one form that `rfc3339` writes, `2026-11-30T17:57:01.250Z`; nil for any other text.
    package init?(rfc3339 text: String) {
        let shape = Array("0000-00-00T00:00:00.000Z".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count == shape.count else { return nil }
        for (byte, expected) in zip(bytes, shape) {
            let isRight = expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected
            guard isRight else { return nil }
        }
        func number(_ range: Range<Int>) -> Int64 {
            bytes[range].reduce(0) { $0 * 10 + Int64($1 - 0x30) }
        }
        let date = CivilDate(year: number(0..<4), month: number(5..<7), day: number(8..<10))
        guard (1...12).contains(date.month), (1...31).contains(date.day), number(11..<13) < 24, number(14..<16) < 60,
            number(17..<19) < 60
        else { return nil }
        let seconds = date.daysSinceEpoch * 86_400 + number(11..<13) * 3600 + number(14..<16) * 60 + number(17..<19)
        self.init(milliseconds: seconds * 1000 + number(20..<23))
    }
}
