/// The wire between the daemon and an inspector: messages of fixed sizes over a SOCK_SEQPACKET pair.
///
/// Both sides come from one build; the version in each message catches a mixed installation. Numbers are little-endian.
/// A message is valid only if it is exactly what its own meaning encodes to: that one rule covers reserved bytes, padding
/// behind texts and the fields of what is absent.
package enum InspectorProtocol {
    /// Raised whenever a message changes its form.
    static let version: UInt8 = 2
    /// The descriptor under which an inspector finds its end of the socket.
    package static let socketNumber: Int32 = 3
    /// The descriptor under which an inspector finds its own file, from which it was started; it closes it.
    package static let executableNumber: Int32 = 4
    /// The exit status (EX_OSERR) of an inspector that cannot lock itself in as was demanded; its last words say why.
    package static let unlockedStatus: Int32 = 71

    /// The argument in place of a demand on which an inspector writes a line `NAME VERSION` for each library that it alone is
    /// linked with to standard error, and ends.
    package static let versionsWord = "versions"

    /// Appends the `count` lowest bytes of `value`, lowest first.
    static func append(_ value: UInt64, bytes count: Int, to message: inout [UInt8]) {
        for index in 0..<count { message.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))) }
    }

    /// Reads `count` bytes at `offset`, lowest first; the caller has checked the message's length.
    static func number(_ message: [UInt8], at offset: Int, bytes count: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(message[offset + index]) << (8 * UInt64(index)) }
        return value
    }

    /// Appends `text` in a field of `size` bytes, padded with NUL; cut to `limit` bytes, what is not printable ASCII as `?`.
    static func append(_ text: String, limit: Int, in size: Int, to message: inout [UInt8]) {
        let start = message.count
        for byte in text.utf8.prefix(limit) { message.append(0x20...0x7e ~= byte ? byte : 0x3f) }
        message.append(contentsOf: repeatElement(0, count: start + size - message.count))
    }

    /// Reads the text of a field up to its first NUL.
    static func text(_ message: [UInt8], at offset: Int, in size: Int) -> String {
        String(decoding: message[offset..<offset + size].prefix { $0 != 0 }, as: UTF8.self)
    }
}
