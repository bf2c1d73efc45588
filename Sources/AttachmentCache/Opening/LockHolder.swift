/// Who holds the cache: the one JSON line of the lock file.
package struct LockHolder: Sendable, Equatable, CustomStringConvertible {
    /// Process number; 0 where the line could not be read.
    package var pid: Int32
    /// The subcommand, `serve`.
    package var command: String
    /// The Unix socket on which it serves; nil if it does not.
    package var socket: String?

    /// Makes a record.
    package init(pid: Int32, command: String, socket: String? = nil) {
        self.pid = pid
        self.command = command
        self.socket = socket
    }

    /// `serve (process 4711)`.
    package var description: String {
        pid == 0 ? "another process" : "\(command) (process \(pid))"
    }

    /// The line with its newline.
    var line: String {
        var text = "{\"pid\":\(pid),\"command\":\(LockHolder.quoted(command))"
        if let socket { text += ",\"socket\":\(LockHolder.quoted(socket))" }
        return text + "}\n"
    }

    /// The holder that a line names; nil unless it is one flat object of numbers and strings with pid and command.
    init?(line: String) {
        var scanner = LineScanner(Array(line.utf8))
        guard let fields = scanner.object(), let pid = fields["pid"].flatMap({ Int32($0) }), pid > 0 else { return nil }
        guard let command = fields["command"] else { return nil }
        self.init(pid: pid, command: command, socket: fields["socket"])
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case let control where control.value < 0x20:
                let digits = String(control.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// Reads one flat JSON object of strings and whole numbers, as `LockHolder.line` writes it; nothing else needs JSON here.
private struct LineScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func object() -> [String: String]? {
        var fields: [String: String] = [:]
        guard take("{") else { return nil }
        repeat {
            guard let name = string(), take(":"), let value = string() ?? number() else { return nil }
            fields[name] = value
        } while take(",")
        return take("}") ? fields : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        while position < bytes.count, bytes[position] == 0x20 { position += 1 }
        guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    private mutating func number() -> String? {
        let start = position
        while position < bytes.count, 0x30...0x39 ~= bytes[position] { position += 1 }
        return position == start ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case 0x22: return String(decoding: text, as: UTF8.self)
            case 0x5c:
                guard let escaped = escape() else { return nil }
                text.append(escaped)
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> UInt8? {
        guard position < bytes.count else { return nil }
        let kind = bytes[position]
        position += 1
        switch kind {
        case 0x22, 0x5c: return kind
        case 0x75:
            guard position + 4 <= bytes.count else { return nil }
            let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
            position += 4
            return UInt8(digits, radix: 16)
        default: return nil
        }
    }
}
