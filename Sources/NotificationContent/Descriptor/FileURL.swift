/// `file:` URLs (RFC 8089).
enum FileURL {
    /// The URL of an absolute path; every byte outside RFC 3986's path characters is escaped.
    static func text(path: String) -> String {
        if isPlain(path.utf8.span) { return "file://" + path }
        var text = "file://"
        for byte in path.utf8 {
            if isPlain(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices where !isPlain(bytes[index]) { return false }
        return true
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "/")...UInt8(ascii: ":"):
            true
        default:
            "-._~!$&'()*+,;=@".utf8.contains(byte)
        }
    }
}
