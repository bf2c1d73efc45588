/// What a device's address looks like; whether such a device exists is another question.
enum TokenForm: Sendable {
    /// APNs: 32 bytes in hexadecimal.
    case apns
    /// Firebase: Google promises no form, so only what no token ever had is refused: other characters than those of
    /// URL-safe base 64 and colons, fewer than 100 of them, or more than 4,096.
    case fcm
    /// Expo: a name in brackets, or a UUID.
    case expo

    /// The form in words, for people.
    var words: String {
        switch self {
        case .apns: "64 hexadecimal digits"
        case .fcm: "100 to 4096 letters, digits, hyphens, underscores and colons"
        case .expo: "ExponentPushToken[...]"
        }
    }

    /// Whether a text has the form.
    func fits(_ text: String) -> Bool {
        switch self {
        case .apns:
            return text.utf8.count == 64 && text.utf8.allSatisfy(Self.isHexadecimal)
        case .fcm:
            return (100...4_096).contains(text.utf8.count) && text.utf8.allSatisfy(Self.isTokenByte)
        case .expo:
            let names = ["ExponentPushToken[", "ExpoPushToken["]
            if let name = names.first(where: text.hasPrefix) {
                return text.hasSuffix("]") && text.utf8.count > name.utf8.count + 1
            }
            let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(Self.isHexadecimal)
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }
}
