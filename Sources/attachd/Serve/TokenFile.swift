import HTTPService

/// The file of bearer tokens.
enum TokenFile {
    /// Reads the tokens.
    ///
    /// - Parameter path: the file.
    /// - Returns: the tokens.
    /// - Throws: `CommandError`: 66 or 77 where it cannot be read, 78 where its content is no use.
    static func read(_ path: String) throws(CommandError) -> BearerTokens {
        let bytes = try InputFile(name: path).contents(limit: 65_536)
        do throws(BearerTokens.Defect) {
            return try BearerTokens(file: String(decoding: bytes, as: UTF8.self))
        } catch {
            let cause =
                switch error {
                case .empty: "it holds no token"
                case .tooMany: "it holds more than 64 tokens"
                case .tooShort(let line): "the token in line \(line) is shorter than 16 characters"
                case .malformed(let line): "line \(line) is no token"
                }
            throw CommandError(
                .configuration, "\(OutcomeLine.printable(path)): \(cause)",
                cure: "write one token a line, such as the output of 'openssl rand -hex 32'")
        }
    }
}
