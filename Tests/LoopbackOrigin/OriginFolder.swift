package import Telemetry

/// A folder served as an origin would: types by extension, an ETag, 304, HEAD; and `/slow/...` for the same in pieces.
package struct OriginFolder: Sendable {
    private let path: String
    private let pieceBytes: Int
    private let pauseMilliseconds: Int32
    private let maxAge: Int

    /// Serves the folder at `path`, fresh for `maxAge` seconds; under `/slow/` a file comes in pieces with a pause after
    /// each.
    package init(path: String, pieceBytes: Int = 16_384, pauseMilliseconds: Int32 = 200, maxAge: Int = 60) {
        self.path = path
        self.pieceBytes = max(1, pieceBytes)
        self.pauseMilliseconds = pauseMilliseconds
        self.maxAge = maxAge
    }

    /// The reply to a request: 200, 304, 404, or 405 for anything but GET and HEAD.
    package func reply(to request: OriginRequest) -> OriginReply {
        guard request.method == "GET" || request.method == "HEAD" else {
            return .body([], status: 405, [("Allow", "GET, HEAD")])
        }
        let isSlow = request.path.hasPrefix("/slow/")
        let name = String(request.path.dropFirst(isSlow ? "/slow/".utf8.count : 1))
        guard let body = read(name) else { return .body(Array("no such file\n".utf8), status: 404) }
        let tag = "\"\(OriginFolder.checksum(body))\""
        let fields = [
            ("ETag", tag), ("Cache-Control", "max-age=\(maxAge)"), ("Content-Type", OriginFolder.type(of: name)),
        ]
        if request.header("If-None-Match") == tag { return .empty(304, fields) }
        guard isSlow else { return .body(body, fields) }
        var steps: [OriginReply.Step] = [
            .bytes(OriginReply.head(200, fields + [("Content-Length", String(body.count))]))
        ]
        for start in stride(from: 0, to: body.count, by: pieceBytes) {
            steps += [
                .bytes(Array(body[start..<min(start + pieceBytes, body.count)])),
                .pause(milliseconds: pauseMilliseconds),
            ]
        }
        return OriginReply(steps)
    }

    /// A file's bytes; nil if it is not in the folder. Names with an empty, dotted or escaped part are not looked up.
    private func read(_ name: String) -> [UInt8]? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") || $0.contains("%") }) else { return nil }
        guard let handle = OriginSocket.open(path + "/" + name) else { return nil }
        var result: [UInt8] = []
        while true {
            let bytes = OriginSocket.read(handle, atMost: 65_536)
            if bytes.isEmpty { return result }
            result += bytes
        }
    }

    private static let types = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "tiff": "image/tiff",
        "webp": "image/webp", "mpg": "video/mpeg", "mpeg": "video/mpeg", "mp4": "video/mp4", "mov": "video/quicktime",
        "mp3": "audio/mpeg", "aac": "audio/aac", "m4a": "audio/mp4", "wav": "audio/wav", "caf": "audio/x-caf",
        "html": "text/html", "txt": "text/plain",
    ]

    private static func type(of name: String) -> String {
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return types[ending] ?? "application/octet-stream"
    }

    /// FNV-1a: tells versions of a file apart, no more.
    private static func checksum(_ bytes: [UInt8]) -> String {
        String(bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }
}

extension LoopbackOrigin {
    /// Starts an origin over a folder; `log` gets each request before it is answered.
    ///
    /// - Throws: `SystemCallError` of the call that failed.
    package convenience init(
        serving folder: OriginFolder, port: UInt16 = 0, log: @escaping @Sendable (OriginRequest) -> Void = { _ in }
    ) throws(SystemCallError) {
        try self.init(port: port) { request in
            log(request)
            return folder.reply(to: request)
        }
    }
}
