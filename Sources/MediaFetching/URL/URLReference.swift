/// A reference as a Location header gives it, resolved against the URL that answered (RFC 3986 section 5.2).
///
/// Dot segments go only where a relative path is merged: an absolute URL or path stays byte for byte as it was given.
enum URLReference {
    /// The absolute URL, which is still to be judged.
    static func resolve(_ reference: some Sequence<UInt8>, against base: FetchTarget) -> [UInt8] {
        let reference = Array(reference)
        if hasScheme(reference) { return reference }
        if reference.starts(with: "//".utf8) { return Array(base.origin.scheme.rawValue.utf8) + [0x3a] + reference }
        let origin = Array(base.origin.url.utf8)
        if reference.first == UInt8(ascii: "/") { return origin + reference }
        let target = Array(base.requestTarget.utf8)
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        switch reference.first {
        case nil, UInt8(ascii: "#"): return origin + target
        case UInt8(ascii: "?"): return origin + path + reference
        default: break
        }
        let folderEnd = path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        let relativePath = reference.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let merged = withoutDotSegments(path[...folderEnd] + relativePath)
        return origin + merged + reference[relativePath.endIndex...]
    }

    private static func hasScheme(_ text: [UInt8]) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        let rest = text.drop { isLetter($0) || 0x30...0x39 ~= $0 || [0x2b, 0x2d, 0x2e].contains($0) }
        return rest.first == UInt8(ascii: ":")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        0x61...0x7a ~= byte | 0x20
    }

    /// RFC 3986 section 5.2.4 for a path that starts with a slash.
    private static func withoutDotSegments(_ path: ArraySlice<UInt8>) -> [UInt8] {
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var result: [ArraySlice<UInt8>] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            let isDot = segment.elementsEqual(".".utf8)
            let isDoubleDot = segment.elementsEqual("..".utf8)
            if isDoubleDot { _ = result.popLast() }
            if !isDot && !isDoubleDot {
                result.append(segment)
            } else if isLast {
                result.append([])
            }
        }
        return result.reduce(into: []) { $0 += [UInt8(ascii: "/")] + $1 }
    }
}
