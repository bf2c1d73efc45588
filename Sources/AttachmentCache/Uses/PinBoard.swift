import Telemetry

/// The first 16 bytes of a digest: enough to know a blob again, and a hash as it stands.
struct BlobTag: Sendable, Hashable {
    /// The first eight bytes.
    let high: UInt64
    /// The next eight.
    let low: UInt64

    /// The tag of a digest.
    init(_ digest: Digest) {
        func number(_ range: Range<Int>) -> UInt64 { digest.bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        high = number(0..<8)
        low = number(8..<16)
    }

    /// The tag of a digest written in 64 hexadecimal digits; nil for anything else in its first half.
    init?(hexadecimal text: String) {
        let digits = text.utf8.span
        guard digits.count == 64 else { return nil }
        func number(from start: Int) -> UInt64? {
            var value: UInt64 = 0
            for index in start..<start + 16 {
                switch digits[index] {
                case let digit where 0x30...0x39 ~= digit: value = value << 4 | UInt64(digit - 0x30)
                case let digit where 0x61...0x66 ~= digit: value = value << 4 | UInt64(digit - 0x61 + 10)
                default: return nil
                }
            }
            return value
        }
        guard let high = number(from: 0), let low = number(from: 16) else { return nil }
        self.high = high
        self.low = low
    }
}

/// Which pins are known to be on record, so that a blob that is asked for all the time is not written about all the time.
///
/// A bounded table in which a blob has one place; another blob that takes it costs one more write. No disk, no lock.
struct PinBoard: Sendable {
    /// Places.
    static let places = 8192

    private struct Place {
        var tag: BlobTag
        var until: Int64
    }

    private var table = [Place?](repeating: nil, count: places)

    /// What to put on record for a blob that must stay until a time: that time and a quarter more, so that the next needs
    /// come without a write; nil where what is on record will do.
    mutating func pin(_ tag: BlobTag, until: WallTime, now: WallTime) -> WallTime? {
        let index = Int(truncatingIfNeeded: tag.low & UInt64(PinBoard.places - 1))
        if let place = table[index], place.tag == tag, place.until >= until.milliseconds { return nil }
        let margin = max(0, now.seconds(to: until) / 4)
        let recorded = until.advanced(bySeconds: margin)
        table[index] = Place(tag: tag, until: recorded.milliseconds)
        return recorded
    }

    /// Forgets one blob: its row is new.
    mutating func forget(_ tag: BlobTag) {
        let index = Int(truncatingIfNeeded: tag.low & UInt64(PinBoard.places - 1))
        if table[index]?.tag == tag { table[index] = nil }
    }

    /// Forgets everything: pins have given way.
    mutating func forgetAll() {
        table = [Place?](repeating: nil, count: PinBoard.places)
    }
}
