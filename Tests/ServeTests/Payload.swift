import Fixtures
import LoopbackOrigin

/// Payloads and the origin that serves their media.
enum Payload {
    /// A OneSignal payload with an attachment `aN` for each URL.
    static func of(_ urls: String...) -> String { of(urls) }

    /// A OneSignal payload with an attachment `aN` for each URL.
    static func of(_ urls: [String]) -> String {
        let attachments = urls.enumerated().map { "\"a\($0.offset)\":\"\($0.element)\"" }.joined(separator: ",")
        return #"{"aps":{"alert":"Hello","mutable-content":1},"custom":{"i":"1"},"att":{\#(attachments)}}"#
    }

    /// An origin with the project's media, and beside them `/hang` (never answers), `/gone` (404), `/broken` (a reset
    /// connection) and `/gated/NAME` (a file once the gate lets it pass).
    static func origin(gate: OriginGate? = nil) throws -> LoopbackOrigin {
        let files = OriginFolder(path: Fixture.repository + "/Tests/Fixtures/Media", maxAge: 3600)
        return try LoopbackOrigin { request in
            switch request.path {
            case "/hang": return .silent
            case "/gone": return .body([], status: 404)
            case "/broken": return .resetting(after: OriginReply.head(200, [("Content-Length", "100")]))
            case let path where path.hasPrefix("/gated/"):
                guard let gate, let bytes = try? Fixture.bytes(String(path.dropFirst(7))) else { return .silent }
                return .held(bytes, until: gate)
            default: return files.reply(to: request)
            }
        }
    }
}
