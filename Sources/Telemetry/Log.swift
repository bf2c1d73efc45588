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

    /// The number of syslog(3), which journald reads from the start of a line (sd-daemon(3)).
    var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .warning: 4
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
        /// `2026-11-30T17:57:01.250Z warning: message key="value"`.
        case text
        /// One JSON object.
        case json
    }

    /// Events below this level are dropped; nil drops all.
    private let threshold: LogLevel?
    /// The form of a line.
    package let format: Format
    /// Whether lines begin with a priority for the journal, `<4>`, which notes the time itself.
    package let hasPriorities: Bool
    /// Fields of every line, after the message.
    private var context: [(String, String)] = []

    /// A log of events from `level` upwards.
    package init(level: LogLevel = .warning, format: Format = .text, hasPriorities: Bool = false) {
        self.init(threshold: level, format: format, hasPriorities: hasPriorities)
    }

    private init(threshold: LogLevel?, format: Format, hasPriorities: Bool) {
        self.threshold = threshold
        self.format = format
        self.hasPriorities = hasPriorities
    }

    /// A log that writes nothing, for tests that provoke errors.
    package static let silent = Log(threshold: nil, format: .text, hasPriorities: false)

    /// The same log with fields that every line has, such as a request's identifier; they come before an event's own.
    package func with(_ fields: [(String, String)]) -> Log {
        var log = self
        log.context += fields
        return log
    }

    /// Whether events of `level` are written, for callers whose fields cost something.
    package func writes(_ level: LogLevel) -> Bool {
        guard let threshold else { return false }
        return level >= threshold
    }

    /// Writes one event to standard error with a single `write(2)`; a failed write is dropped, there is nowhere to say so.
    package func event(
        _ level: LogLevel, _ message: StaticString, _ fields: @autoclosure () -> [(String, String)] = []
    ) {
        guard writes(level) else { return }
        let bytes = Array((line(level, "\(message)", fields(), at: .now()) + "\n").utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// The line of an event, without its end.
    func line(_ level: LogLevel, _ message: String, _ fields: [(String, String)], at time: WallTime) -> String {
        var line = hasPriorities ? "<\(level.priority)>" : ""
        switch format {
        case .text:
            if !hasPriorities { line += time.rfc3339 + " " }
            line += "\(level.rawValue): \(message)"
            for (key, value) in context + fields { line += " \(key)=\(Log.quoted(value))" }
        case .json:
            line += "{\"time\":\"\(time.rfc3339)\",\"level\":\"\(level.rawValue)\""
            line += ",\"message\":\(Log.quoted(message))"
            for (key, value) in context + fields { line += ",\(Log.quoted(key)):\(Log.quoted(value))" }
            line += "}"
        }
        return line
    }

    /// A JSON string literal: quotes, backslashes and everything that moves a terminal or its text direction escaped.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case let control where isControl(control):
                let digits = String(control.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// C0 and C1 controls, line and paragraph separators, and the controls of bidirectional text.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
