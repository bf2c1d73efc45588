/// Builds the bytes of boxes for tests.
package enum ISOBox {
    /// A big-endian number of `count` bytes.
    package static func number(_ value: UInt64, bytes count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    }

    package static func u16(_ value: Int) -> [UInt8] { number(UInt64(value), bytes: 2) }
    package static func u32(_ value: UInt64) -> [UInt8] { number(value, bytes: 4) }
    package static func u64(_ value: UInt64) -> [UInt8] { number(value, bytes: 8) }
    package static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// A box with a 32-bit size.
    package static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        var result = u32(UInt64(content.reduce(8) { $0 + $1.count })) + Array(type.utf8)
        for part in content { result += part }
        return result
    }

    /// A box with a 64-bit size.
    package static func longBox(_ type: String, _ content: [UInt8]) -> [UInt8] {
        u32(1) + Array(type.utf8) + u64(UInt64(content.count + 16)) + content
    }

    /// A box with version and flags.
    package static func full(_ type: String, version: UInt8 = 0, flags: UInt64 = 0, _ content: [UInt8]...) -> [UInt8] {
        var body = [version] + number(flags, bytes: 3)
        for part in content { body += part }
        return box(type, body)
    }

    /// The same bytes again and again, made by doubling: tests build floods of a million boxes.
    package static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        var result = bytes
        while result.count < bytes.count * count { result += result }
        result.removeLast(result.count - bytes.count * count)
        return result
    }
}
