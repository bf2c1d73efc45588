/// Text from outside, made harmless for the place of a page where it is to stand.
package enum PageText {
    /// Text as the content of an element or of a quoted attribute: no byte of it can begin markup (HTML, section 13.1).
    package static func html(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\0": result += "\u{fffd}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// One JSON document as the content of a data block (`<script type="application/json">`), which stays the same
    /// document: `<`, `>` and `&`, which occur in its strings only, and the two line ends that are none in JSON
    /// (U+2028, U+2029) are written as escapes, so that nothing in it can end the block.
    package static func scriptData(_ json: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(json.count + json.count / 16)
        var index = 0
        while index < json.count {
            let byte = json[index]
            index += 1
            switch byte {
            case 0x3c: result += lessThan
            case 0x3e: result += greaterThan
            case 0x26: result += ampersand
            case 0xe2 where index + 1 < json.count && json[index] == 0x80 && json[index + 1] & 0xfe == 0xa8:
                result += json[index + 1] == 0xa8 ? lineSeparator : paragraphSeparator
                index += 2
            default: result.append(byte)
            }
        }
        return result
    }

    private static let lessThan = Array(#"\u003c"#.utf8)
    private static let greaterThan = Array(#"\u003e"#.utf8)
    private static let ampersand = Array(#"\u0026"#.utf8)
    private static let lineSeparator = Array(#"\u2028"#.utf8)
    private static let paragraphSeparator = Array(#"\u2029"#.utf8)
}
