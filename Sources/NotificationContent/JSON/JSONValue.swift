/// What can be written as one JSON value.
package protocol JSONValue {
    /// Writes exactly one value.
    func write(to writer: inout JSONWriter)
}

extension String: JSONValue {
    /// Writes a JSON string.
    package func write(to writer: inout JSONWriter) {
        writer.string(self)
    }
}

extension Bool: JSONValue {
    /// Writes `true` or `false`.
    package func write(to writer: inout JSONWriter) {
        writer.fragment { $0.append(contentsOf: (self ? "true" : "false").utf8) }
    }
}

extension FixedWidthInteger where Self: JSONValue {
    /// Writes decimal digits.
    package func write(to writer: inout JSONWriter) {
        writer.fragment { JSONText.append(self, to: &$0) }
    }
}

extension Int: JSONValue {}
extension Int64: JSONValue {}
extension UInt32: JSONValue {}
extension UInt64: JSONValue {}

/// The shortest text that reads back as the same number; JSON has none for infinity and "not a number", which become
/// null.
extension Double: JSONValue {
    /// Writes the shortest digits, without a needless `.0`.
    package func write(to writer: inout JSONWriter) {
        writer.fragment { bytes in
            guard isFinite else { return bytes.append(contentsOf: "null".utf8) }
            let text = description
            bytes.append(contentsOf: (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
        }
    }
}

/// A time that JSON shows in seconds, with at most three decimals and no needless zero.
package struct Seconds: JSONValue, Sendable, Equatable {
    /// The same time in milliseconds.
    package let milliseconds: UInt64

    /// Takes a time in milliseconds.
    package init(milliseconds: UInt64) {
        self.milliseconds = milliseconds
    }

    /// Writes seconds.
    package func write(to writer: inout JSONWriter) {
        writer.fragment { bytes in
            bytes.append(contentsOf: String(milliseconds / 1_000).utf8)
            var rest = milliseconds % 1_000
            guard rest > 0 else { return }
            bytes.append(UInt8(ascii: "."))
            var unit: UInt64 = 100
            while rest > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
                rest %= unit
                unit /= 10
            }
        }
    }
}
