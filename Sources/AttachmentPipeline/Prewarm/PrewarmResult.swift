import AttachmentCache
package import NotificationContent

/// The result line of one reference (DESIGN section 3).
package struct PrewarmResult: Sendable, Equatable, JSONValue {
    /// The line's place.
    package let place: PrewarmPlace
    /// The URL as the line or its payload gives it; nil for a line that holds none.
    package let url: String?
    /// What became of it.
    package let verdict: PrewarmVerdict
    /// Whether it repeats the result of an earlier line.
    package let isRepeat: Bool

    /// Makes a result.
    package init(_ place: PrewarmPlace, url: String?, _ verdict: PrewarmVerdict, isRepeat: Bool = false) {
        self.place = place
        self.url = url
        self.verdict = verdict
        self.isRepeat = isRepeat
    }

    /// Writes the object; the file's name stands in front where there are several.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("file", place.file)
            writer.member("line", place.line)
            writer.member("url", url)
            switch verdict {
            case .attached(let bytes, let digest, let cache, let milliseconds):
                writer.member("status", "attached")
                writer.member("cache", cache.rawValue)
                writer.member("bytes", bytes)
                writer.member("sha256", digest.hexadecimal)
                writer.member("ms", milliseconds)
            case .failed(let reason, let detail, _, let milliseconds):
                writer.member("status", "failed")
                writer.member("reason", reason.rawValue)
                writer.member("detail", detail)
                if isRepeat { writer.member("cache", CacheResult.joined.rawValue) }
                writer.member("ms", milliseconds)
            }
        }
    }
}

extension PrewarmResult {
    /// Results as lines of JSON.
    package static func lines(_ results: [PrewarmResult]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(results.count * 256)
        for result in results {
            var writer = JSONWriter(capacity: 384)
            writer.value(result)
            bytes += writer.bytes
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}
