package import NotificationContent

/// One request to a daemon.
package struct DaemonRequest: Sendable {
    private let method: HTTPMethod
    private let path: String
    private let query: [(name: String, value: String)]
    private let body: [UInt8]?
    private var bodyType = "application/json"

    /// A `GET`; items without a value are left out of the query.
    package static func get(_ path: String, query: [(name: String, value: String?)] = []) -> DaemonRequest {
        DaemonRequest(method: .get, path: path, query: DaemonRequest.given(query), body: nil)
    }

    /// A `POST` of JSON; without a body an empty one is sent.
    package static func post(
        _ path: String, query: [(name: String, value: String?)] = [], body: [UInt8] = []
    ) -> DaemonRequest {
        DaemonRequest(method: .post, path: path, query: DaemonRequest.given(query), body: body)
    }

    /// A `POST` of lines.
    static func post(
        _ path: String, query: [(name: String, value: String?)], lines: [UInt8]
    ) -> DaemonRequest {
        DaemonRequest(
            method: .post, path: path, query: DaemonRequest.given(query), body: lines, bodyType: "application/x-ndjson")
    }

    /// A `POST` of one JSON value.
    package static func post(
        _ path: String, query: [(name: String, value: String?)] = [], json: some JSONValue
    ) -> DaemonRequest {
        var writer = JSONWriter()
        writer.value(json)
        return .post(path, query: query, body: writer.bytes)
    }

    /// The request as it is sent (RFC 9112): `localhost`, because the socket already says whom it is for.
    var bytes: [UInt8] {
        var head = "\(method.name) \(target) HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
        if let body {
            if !body.isEmpty { head += "Content-Type: \(bodyType)\r\n" }
            head += "Content-Length: \(body.count)\r\n"
        }
        return Array((head + "\r\n").utf8) + (body ?? [])
    }

    private var target: String {
        guard !query.isEmpty else { return path }
        let items = query.map { DaemonRequest.escaped($0.name) + "=" + DaemonRequest.escaped($0.value) }
        return path + "?" + items.joined(separator: "&")
    }

    private static func given(_ query: [(name: String, value: String?)]) -> [(name: String, value: String)] {
        query.compactMap { item in item.value.map { (item.name, $0) } }
    }

    /// Every byte but the unreserved ones escaped (RFC 3986, section 2.3).
    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
