import MediaFetching
import Telemetry

/// The file of request headers for some origins.
enum OriginHeadersFile {
    /// Reads the headers; warns, in the log, where others than the owner and the group may read the file.
    ///
    /// - Throws: `CommandError`: 66 or 77 where the file cannot be read, 78 where its content is no use.
    static func read(_ path: String, log: Log) throws(CommandError) -> OriginHeaders {
        let file = InputFile(name: path)
        let bytes = try file.contents(limit: 1_048_576)
        if try file.isReadableByAll() {
            log.event(.warning, "everyone may read the file of origin headers", [("file", path)])
        }
        do throws(OriginHeaders.Defect) {
            return try OriginHeaders(file: bytes)
        } catch {
            throw CommandError(
                .configuration, "\(OutcomeLine.printable(path)): \(error)",
                cure: "write lines such as 'cdn.example.com Authorization: Bearer TOKEN'")
        }
    }
}
