/// Header lines that some origins want, such as a token: each goes to its origin alone, in the clear only where the
/// operator says `http://`.
///
/// The values are secrets. They are in no log line, no failure and no description.
package struct OriginHeaders: Sendable, Equatable {
    /// A line of the file that cannot be used; line numbers from 1. Holds nothing of the line itself.
    package struct Defect: Error, Sendable, Equatable, CustomStringConvertible {
        /// What is wrong.
        package enum Problem: Error, Sendable, Equatable {
            /// Not an origin, blanks, and a header.
            case syntax
            /// The first word is no origin.
            case origin
            /// What is before the colon is no header name.
            case name
            /// The header is one that the fetcher sets itself, or that frames the message.
            case reserved
            /// The value is empty, longer than `longestValue`, or has a control character.
            case value
            /// The origin has this header already, in that line.
            case repeated(line: Int)
            /// More lines than `mostLines`.
            case tooMany
        }

        /// The line.
        package let line: Int
        /// What is wrong with it.
        package let problem: Problem

        /// One clause for the command line.
        package var description: String {
            switch problem {
            case .syntax: "line \(line) is not ORIGIN NAME: VALUE"
            case .origin: "line \(line) does not begin with an origin"
            case .name: "line \(line) has a header name that is none"
            case .reserved: "line \(line) sets a header that attachd sets itself"
            case .value: "line \(line) has a value that is empty, too long, or has a control character in it"
            case .repeated(let first): "line \(line) sets a header of its origin again, after line \(first)"
            case .tooMany: "line \(line) is one too many; \(OriginHeaders.mostLines) headers can be set"
            }
        }
    }

    /// The most headers in all.
    package static let mostLines = 1000
    /// The longest value in bytes.
    package static let longestValue = 4096

    /// Headers that a request has or must not have; those with a prefix besides: `if-`, `proxy-`, `sec-`.
    private static let reserved: Set<String> = [
        "accept", "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "expect",
        "host",
        "http2-settings", "keep-alive", "range", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
    ]
    private static let reservedPrefixes = ["if-", "proxy-", "sec-"]

    private var linesByOrigin: [Origin: [String]] = [:]

    /// No headers.
    package init() {}

    /// Reads a file of `ORIGIN NAME: VALUE` lines; blank lines and lines that begin with `#` do not count.
    ///
    /// ORIGIN is `https://HOST[:PORT]`, `http://HOST[:PORT]`, or `HOST[:PORT]` for https.
    package init(file bytes: [UInt8]) throws(Defect) {
        var seen: [Origin: [String: Int]] = [:]
        var count = 0
        for (index, line) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
            let number = index + 1
            var content = line.last == 0x0d ? line.dropLast() : line
            while let first = content.first, OriginHeaders.isBlank(first) { content = content.dropFirst() }
            guard let first = content.first, first != UInt8(ascii: "#") else { continue }
            count += 1
            guard count <= OriginHeaders.mostLines else { throw Defect(line: number, problem: .tooMany) }
            do throws(Defect.Problem) {
                let (origin, name, value) = try OriginHeaders.parts(of: content)
                if let before = seen[origin]?[name.lowercased()] { throw .repeated(line: before) }
                seen[origin, default: [:]][name.lowercased()] = number
                linesByOrigin[origin, default: []].append(name + ": " + value)
            } catch {
                throw Defect(line: number, problem: error)
            }
        }
    }

    /// The lines for requests to `origin`, one scalar a byte (Latin-1), without line ends.
    func lines(for origin: Origin) -> [String] {
        linesByOrigin[origin] ?? []
    }

    private static func parts(
        of line: ArraySlice<UInt8>
    ) throws(Defect.Problem) -> (origin: Origin, name: String, value: String) {
        let word = line.prefix { !isBlank($0) }
        let header = line[word.endIndex...].drop(while: isBlank)
        guard let colon = header.firstIndex(of: UInt8(ascii: ":")) else { throw .syntax }
        guard let origin = origin(String(decoding: word, as: UTF8.self)) else { throw .origin }
        let nameBytes = header[..<colon]
        guard !nameBytes.isEmpty, nameBytes.count <= 100, nameBytes.allSatisfy(isNameByte) else { throw .name }
        let name = String(decoding: nameBytes, as: UTF8.self)
        let lower = name.lowercased()
        if reserved.contains(lower) || reservedPrefixes.contains(where: { lower.hasPrefix($0) }) { throw .reserved }
        var value = header[(colon + 1)...].drop(while: isBlank)
        while let last = value.last, isBlank(last) { value = value.dropLast() }
        guard !value.isEmpty, value.count <= longestValue, value.allSatisfy({ isBlank($0) || $0 > 0x20 && $0 != 0x7f })
        else { throw .value }
        var text = ""
        for byte in value { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return (origin, name, text)
    }

    private static func origin(_ text: String) -> Origin? {
        let url = text.contains("://") ? text : "https://" + text
        guard let target = FetchTarget.unjudged(url), target.requestTarget == "/", !url.hasSuffix("/"),
            !url.contains("?"), !url.contains("#")
        else { return nil }
        return target.origin
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }

    /// A byte of a token (RFC 9110 section 5.6.2).
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension OriginHeaders: CustomStringConvertible {
    /// How many origins have headers; nothing of what they say.
    package var description: String {
        "headers for \(linesByOrigin.count) origins"
    }
}
