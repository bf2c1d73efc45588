import Glibc

/// How much an event matters, from least to most.
package enum LogLevel: String, Sendable, CaseIterable, Comparable {
    /// For a developer of this program.
    case debug
    /// What the program did.
    case info
    /// What an operator may want to look at.
    case warning
    /// What an operator must look at.
    case error

    /// Orders levels by weight.
    package static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}

/// Structured events on standard error, one line each: a constant message and named fields.
///
/// Values are escaped so that an event never spans lines. URLs must be redacted by the caller.
package struct Log: Sendable {
    /// The form of a line.
    package enum Format: String, Sendable, CaseIterable {
        /// `warning: message key=value`.
        case text
        /// One JSON object.
        case json
    }

    /// Events below this level are dropped.
    package let level: LogLevel
    /// The form of a line.
    package let format: Format

    /// A log of events from `level` upwards.
    package init(level: LogLevel = .warning, format: Format = .text) {
        self.level = level
        self.format = format
    }

    /// Writes one event to standard error with a single `write(2)`; a failed write is dropped, there is nowhere to say so.
    package func event(_ level: LogLevel, _ message: StaticString, _ fields: [(String, String)] = []) {
        guard level >= self.level else { return }
        var line: String
        switch format {
        case .text:
            line = "\(level.rawValue): \(message)"
            for (key, value) in fields { line += " \(key)=\(Log.quoted(value))" }
        case .json:
            line = "{\"time\":\"\(WallTime.now().rfc3339)\",\"level\":\"\(level.rawValue)\""
            line += ",\"message\":\(Log.quoted("\(message)"))"
            for (key, value) in fields { line += ",\(Log.quoted(key)):\(Log.quoted(value))" }
            line += "}"
        }
        line += "\n"
        let bytes = Array(line.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// A JSON string literal: control characters, quotes and backslashes escaped.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case let control where control.value < 0x20 || control.value == 0x7f:
                let digits = String(control.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
