import Glibc

/// A failed system call: its name and `errno`.
package struct SystemCallError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The call, such as `linkat`.
    package let call: String
    /// The value of `errno` after it.
    package let code: Int32

    /// An error of `call` with an explicit code.
    package init(_ call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// An error of `call` with the calling thread's `errno`.
    package static func current(_ call: String) -> SystemCallError {
        SystemCallError(call, code: errno)
    }

    /// `linkat: No space left on device`.
    package var description: String {
        call + ": " + SystemCallError.message(code)
    }

    /// The system's words for an `errno` value (`strerror_r(3)`).
    package static func message(_ code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
