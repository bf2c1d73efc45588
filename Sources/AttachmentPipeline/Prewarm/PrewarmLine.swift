package import NotificationContent

/// One line of a list to be warmed, as far as it says something.
package struct PrewarmLine: Sendable, Equatable {
    /// What a line holds.
    package enum Content: Sendable, Equatable {
        /// A URL, as written.
        case url(String)
        /// A JSON document, not read yet.
        case payload([UInt8])
        /// Neither; one sentence for a person without a full stop.
        case malformed(String)
    }

    /// Where it stands.
    package let place: PrewarmPlace
    /// What it holds.
    package let content: Content

    /// Makes a line.
    package init(_ place: PrewarmPlace, _ content: Content) {
        self.place = place
        self.content = content
    }

    /// Reads a line's bytes, nil for one that is too long.
    ///
    /// - Returns: nil for a line of blanks alone, and for a comment, which begins with `#`.
    package init?(_ place: PrewarmPlace, bytes: ArraySlice<UInt8>?) {
        guard let bytes else {
            self.init(place, .malformed("the line has more than \(LineSplitter.longestLine) bytes"))
            return
        }
        guard PrewarmLine.saysSomething(bytes) else { return nil }
        let text = PrewarmLine.trimmed(bytes)
        let first = text.first
        if first == UInt8(ascii: "{") {
            self.init(place, .payload(Array(text)))
        } else if !PrewarmLine.hasScheme(text) {
            self.init(place, .malformed("the line is neither a URL nor a JSON object"))
        } else if let url = String(validating: text, as: UTF8.self) {
            self.init(place, .url(url))
        } else {
            self.init(place, .malformed("the line is not UTF-8"))
        }
    }

    /// Whether a line is more than blanks and no comment.
    package static func saysSomething(_ bytes: ArraySlice<UInt8>?) -> Bool {
        guard let bytes else { return true }
        guard let first = bytes.first(where: { !isBlank($0) }) else { return false }
        return first != UInt8(ascii: "#")
    }

    /// What the line asks for: a URL, each media URL of a payload whatever its gate says, or the fault of a bad line.
    ///
    /// - Parameter dialect: as what to read a payload; nil recognises it.
    /// - Returns: nothing for a payload without media.
    package func wishes(dialect: DialectName?) -> [PrewarmWish] {
        switch content {
        case .url(let url): return [PrewarmWish(place, .url(url))]
        case .malformed(let detail): return [PrewarmWish(place, .malformed(detail))]
        case .payload(let bytes):
            do throws(MalformedJSON) {
                return try Payload.read(bytes, dialect: dialect).references.map { PrewarmWish(place, .url($0.source)) }
            } catch {
                return [PrewarmWish(place, .malformed("malformed JSON at byte \(error.offset): \(error.detail)"))]
            }
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let byte = bytes.first, isBlank(byte) { bytes.removeFirst() }
        while let byte = bytes.last, isBlank(byte) { bytes.removeLast() }
        return bytes
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0d).contains(byte)
    }

    /// Whether a text begins as a URI does (RFC 3986, section 3.1): what follows is for the rules of URLs to judge.
    private static func hasScheme(_ text: ArraySlice<UInt8>) -> Bool {
        for (index, byte) in text.enumerated() {
            switch byte {
            case 0x41...0x5a, 0x61...0x7a: continue
            case 0x30...0x39, 0x2b, 0x2d, 0x2e: if index == 0 { return false }
            case 0x3a: return index > 0
            default: return false
            }
        }
        return false
    }
}

/// One thing that a line asks for.
package struct PrewarmWish: Sendable, Equatable {
    /// What is asked for.
    package enum Subject: Sendable, Equatable {
        /// A URL as written.
        case url(String)
        /// Nothing that can be understood; why.
        case malformed(String)
    }

    /// The line's place.
    package let place: PrewarmPlace
    /// What is asked for.
    package let subject: Subject

    /// The URL, where there is one.
    package var url: String? {
        guard case .url(let url) = subject else { return nil }
        return url
    }

    /// Makes a wish.
    package init(_ place: PrewarmPlace, _ subject: Subject) {
        self.place = place
        self.subject = subject
    }
}
