/// The part of a representation that a request asks for (RFC 9110, section 14).
package struct ByteRange: Sendable, Hashable {
    /// The first byte.
    package let offset: Int64
    /// How many; at least 1.
    package let count: Int64

    /// What a `Range` field comes to.
    package enum Selection: Sendable, Hashable {
        /// The whole: there is no field, or one that a server ignores (another unit, malformed, several ranges).
        case whole
        /// One part.
        case part(ByteRange)
        /// The field is well formed and outside of the representation.
        case unsatisfiable
    }

    /// `bytes 0-99/1234`, the value of `Content-Range`.
    package func contentRange(of size: Int64) -> String {
        "bytes \(offset)-\(offset + count - 1)/\(size)"
    }

    /// Reads the values of the Range fields for a representation of `size` bytes.
    ///
    /// Several ranges get the whole, which a server may always send, and which cannot be made to cost more than it.
    package static func select(_ fields: [ArraySlice<UInt8>], size: Int64) -> Selection {
        guard fields.count == 1, let field = fields.first else { return .whole }
        let value = HTTPSyntax.trimmed(field)
        let unit = "bytes=".utf8
        guard value.count > unit.count, HTTPSyntax.equalIgnoringCase(value.prefix(unit.count), unit) else {
            return .whole
        }
        let set = HTTPSyntax.trimmed(value.dropFirst(unit.count))
        guard !set.contains(0x2c), let dash = set.firstIndex(of: 0x2d) else { return .whole }
        let left = set[..<dash]
        let right = set[(dash + 1)...]
        if left.isEmpty { return suffix(right, size: size) }
        guard let first = number(left) else { return .whole }
        guard !right.isEmpty else {
            return first < size ? .part(ByteRange(offset: first, count: size - first)) : .unsatisfiable
        }
        guard let last = number(right), last >= first else { return .whole }
        guard first < size else { return .unsatisfiable }
        return .part(ByteRange(offset: first, count: min(last, size - 1) - first + 1))
    }

    private static func suffix(_ digits: ArraySlice<UInt8>, size: Int64) -> Selection {
        guard let count = number(digits) else { return .whole }
        guard count > 0, size > 0 else { return .unsatisfiable }
        let held = min(count, size)
        return .part(ByteRange(offset: size - held, count: held))
    }

    /// A number of digits; one that is too large for us stands for the largest that is not.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return HTTPSyntax.decimal(digits) ?? Int64.max
    }
}
