extension JSONTokens {
    /// A string token that is to be written as another text.
    struct Replacement: Sendable, Equatable {
        let token: Int
        let text: String
    }

    /// How the white space between tokens is treated.
    enum Layout {
        /// As in the input.
        case verbatim
        /// Removed.
        case compact
        /// Two spaces a level, the value itself lying `depth` levels deep.
        case pretty(depth: Int)
    }

    /// A value's bytes, token by token unchanged, white space between them removed.
    package func compact(_ token: Int = 0) -> [UInt8] {
        if !hasBlanks && range(token) == bytes.indices { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(range(token).count)
        append(token, to: &result, layout: .compact)
        return result
    }

    /// The input as it is but for some strings.
    func verbatim(replacing replacements: [Replacement]) -> String {
        let range = range(0)
        var result = Array(bytes[..<range.lowerBound])
        append(0, to: &result, layout: .verbatim, replacing: replacements)
        result.append(contentsOf: bytes[range.upperBound...])
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends a value; `replacements` are in the order of their tokens.
    func append(_ token: Int, to output: inout [UInt8], layout: Layout, replacing replacements: [Replacement] = []) {
        var layoutState = GapLayout(layout)
        var cursor = range(token).lowerBound
        let end = next(token)
        var pending = 0
        let copiesGaps: Bool =
            switch layout {
            case .verbatim: true
            case .compact: !hasBlanks
            case .pretty: false
            }
        if copiesGaps {
            // Nothing but replaced strings differs, so that whole runs are copied.
            for replacement in replacements where replacement.token >= token && replacement.token < end {
                let range = range(replacement.token)
                output.append(contentsOf: bytes[cursor..<range.lowerBound])
                JSONText.append(replacement.text, to: &output)
                cursor = range.upperBound
            }
            output.append(contentsOf: bytes[cursor..<range(token).upperBound])
            return
        }
        var index = token
        while index < end {
            defer { index += 1 }
            // Containers are made of brackets, which lie in the gaps between the other tokens.
            guard kind(index).rawValue >= Kind.string.rawValue else { continue }
            let range = range(index)
            layoutState.append(bytes[cursor..<range.lowerBound], to: &output)
            while pending < replacements.count, replacements[pending].token < index { pending += 1 }
            if pending < replacements.count, replacements[pending].token == index {
                JSONText.append(replacements[pending].text, to: &output)
            } else {
                output.append(contentsOf: bytes[range])
            }
            cursor = range.upperBound
        }
        layoutState.append(bytes[cursor..<range(token).upperBound], to: &output)
    }
}

/// Lays out what stands between tokens: brackets, commas, colons and white space, nothing else.
private struct GapLayout {
    private var depth: Int
    private let isPretty: Bool
    private var wasOpened = false

    init(_ layout: JSONTokens.Layout) {
        if case .pretty(let depth) = layout {
            self.depth = depth
            isPretty = true
        } else {
            depth = 0
            isPretty = false
        }
    }

    mutating func append(_ gap: ArraySlice<UInt8>, to output: inout [UInt8]) {
        for byte in gap {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D:
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                beginValue(&output)
                depth += 1
                wasOpened = true
                output.append(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if isPretty && !wasOpened { JSONWriter.breakLine(&output, depth: depth) }
                wasOpened = false
                output.append(byte)
            case UInt8(ascii: ","):
                output.append(byte)
                if isPretty { JSONWriter.breakLine(&output, depth: depth) }
            default:
                output.append(byte)
                if isPretty { output.append(UInt8(ascii: " ")) }
            }
        }
        // A gap is followed by a token, except the last, after which nothing is laid out.
        beginValue(&output)
    }

    private mutating func beginValue(_ output: inout [UInt8]) {
        if isPretty && wasOpened { JSONWriter.breakLine(&output, depth: depth) }
        wasOpened = false
    }
}
