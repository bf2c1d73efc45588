/// The header fields of a request, in the order in which they came.
///
/// One array holds them all, so that a request costs one allocation for its header; texts are made when asked for.
package struct HTTPHeaders: Sendable {
    /// Per field: the sizes of name and value, two bytes each (low byte first), then the name and the value.
    var storage: [UInt8] = []

    /// No field at all.
    package init() {}

    /// Fields from pairs of texts; longer ones than 65,535 bytes are left out.
    package init(_ fields: [(String, String)]) {
        for (name, value) in fields { append(name: Array(name.utf8), value: Array(value.utf8)) }
    }

    /// Adds a field at the end; false if name or value has more than 65,535 bytes.
    @discardableResult
    mutating func append(name: [UInt8], value: [UInt8]) -> Bool {
        guard appendSizes(name: name.count, value: value.count) else { return false }
        storage.append(contentsOf: name)
        storage.append(contentsOf: value)
        return true
    }

    /// Begins a field whose name and value the caller adds next; false if one of them is too long.
    mutating func appendSizes(name: Int, value: Int) -> Bool {
        guard let name = UInt16(exactly: name), let value = UInt16(exactly: value) else { return false }
        storage.append(UInt8(truncatingIfNeeded: name))
        storage.append(UInt8(truncatingIfNeeded: name >> 8))
        storage.append(UInt8(truncatingIfNeeded: value))
        storage.append(UInt8(truncatingIfNeeded: value >> 8))
        return true
    }

    /// The first value of a field, its name in any case; nil if there is none or it is no UTF-8.
    package func first(_ name: String) -> String? {
        guard let value = firstBytes(name) else { return nil }
        return String(validating: value, as: UTF8.self)
    }

    /// The bytes of the first value of a field.
    package func firstBytes(_ name: String) -> ArraySlice<UInt8>? {
        var found: ArraySlice<UInt8>?
        forEach { candidate, value in
            guard candidate.count == name.utf8.count, HTTPSyntax.equalIgnoringCase(storage[candidate], name.utf8)
            else { return true }
            found = storage[value]
            return false
        }
        return found
    }

    /// All values of a field, its name in any case.
    package func all(_ name: String) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        forEach { candidate, value in
            if candidate.count == name.utf8.count, HTTPSyntax.equalIgnoringCase(storage[candidate], name.utf8) {
                found.append(storage[value])
            }
            return true
        }
        return found
    }

    /// Calls `body` with the places of each name and value in `storage` until it returns false.
    func forEach(_ body: (_ name: Range<Int>, _ value: Range<Int>) -> Bool) {
        var position = 0
        while position + 4 <= storage.count {
            let nameCount = Int(storage[position]) | Int(storage[position + 1]) << 8
            let valueCount = Int(storage[position + 2]) | Int(storage[position + 3]) << 8
            let name = (position + 4)..<(position + 4 + nameCount)
            let value = name.upperBound..<(name.upperBound + valueCount)
            guard value.upperBound <= storage.count, body(name, value) else { return }
            position = value.upperBound
        }
    }
}
