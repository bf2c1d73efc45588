import Glibc

/// Writes files that a program reads.
enum TextFile {
    /// Puts a text in the place of what a file holds; the program that reads it fails where that is not possible.
    static func write(_ text: String, to path: String) {
        guard let file = unsafe fopen(path, "we") else { return }
        _ = unsafe fputs(text, file)
        _ = unsafe fclose(file)
    }
}
