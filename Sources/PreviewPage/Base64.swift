/// Bytes as base 64 text (RFC 4648, section 4), for `data:` URLs and for the digests of a content security policy.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// A `data:` URL (RFC 2397) that holds `bytes`.
    static func url(_ mime: String, _ bytes: [UInt8]) -> String {
        "data:\(mime);base64,\(String(decoding: text(bytes), as: UTF8.self))"
    }

    /// The text of `bytes`, padded.
    package static func text(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group = UInt32(bytes[index]) << 16
            if count > 1 { group |= UInt32(bytes[index + 1]) << 8 }
            if count > 2 { group |= UInt32(bytes[index + 2]) }
            for place in 0..<4 {
                let six = Int(group >> UInt32(18 - 6 * place) & 0x3f)
                result.append(place <= count ? alphabet[six] : UInt8(ascii: "="))
            }
            index += 3
        }
        return result
    }
}
