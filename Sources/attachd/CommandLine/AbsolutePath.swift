import Glibc

/// Paths that others may read from another working directory.
enum AbsolutePath {
    /// A path made absolute (`getcwd(3)`), its links and dots left as they are; nil where the working directory is gone.
    static func of(_ path: String) -> String? {
        guard !path.hasPrefix("/") else { return path }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard unsafe getcwd(&buffer, buffer.count) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/" + path
    }
}
