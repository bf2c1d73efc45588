package import NotificationContent

/// What a report says of one line of a list.
package struct ReportLine: Sendable, Equatable, JSONValue {
    /// What became of it.
    package enum Verdict: Sendable, Equatable {
        /// In the cache: size in bytes, how the cache answered, and the digest as hexadecimal.
        case attached(bytes: Int64, cache: CacheResult, sha256: String)
        /// Not, for a named reason and in a sentence.
        case failed(FailureReason, detail: String)
    }

    /// The list's file, where there are several.
    package let file: String?
    /// The line's number, counted from 1.
    package let line: Int
    /// The URL; nil for a line that holds none.
    package let url: String?
    /// What became of it.
    package let verdict: Verdict
    /// The milliseconds that a try took; nil without one.
    package let milliseconds: Int64?
    /// Whether it repeats the result of an earlier line.
    package let isRepeat: Bool

    /// A line.
    package init(
        file: String? = nil, line: Int, url: String?, verdict: Verdict, milliseconds: Int64? = nil,
        isRepeat: Bool = false
    ) {
        self.file = file
        self.line = line
        self.url = url
        self.verdict = verdict
        self.milliseconds = milliseconds
        self.isRepeat = isRepeat
    }

    /// Writes the line as a short array: number, URL, milliseconds or -1, size and way of the cache, or reason and
    /// detail, and the file where there are several.
    package func write(to writer: inout JSONWriter) {
        writer.array { writer in
            writer.value(line)
            writer.value(url ?? "")
            writer.value(milliseconds ?? -1)
            switch verdict {
            case .attached(let bytes, let cache, _):
                writer.value(bytes)
                writer.value(cache.rawValue)
            case .failed(let reason, let detail):
                writer.value(reason.rawValue)
                writer.value(detail)
            }
            if let file { writer.value(file) }
        }
    }
}
