/// A path with placeholders, such as `/v1/blobs/{name}`; a placeholder stands for one segment that is not empty.
package struct RoutePattern: Sendable, Hashable, ExpressibleByStringLiteral {
    private enum Part: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    /// The pattern as written, which is the route's name in metrics.
    package let text: String
    private let parts: [Part]

    /// A pattern from the source.
    package init(stringLiteral text: String) {
        self.text = text
        parts = text.split(separator: "/").map { part in
            part.hasPrefix("{") && part.hasSuffix("}")
                ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
    }

    /// The names of the placeholders, in order.
    var placeholders: [String] {
        parts.compactMap { part in
            guard case .parameter(let name) = part else { return nil }
            return name
        }
    }

    /// Whether a path has this form.
    func matches(_ segments: [String]) -> Bool {
        guard segments.count == parts.count else { return false }
        for index in parts.indices {
            switch parts[index] {
            case .literal(let text): guard text == segments[index] else { return false }
            case .parameter: guard !segments[index].isEmpty else { return false }
            }
        }
        return true
    }

    /// What stands for the placeholder `name` in a matching path.
    func value(of name: String, in segments: [String]) -> String? {
        guard let index = parts.firstIndex(of: .parameter(name)), index < segments.count else { return nil }
        return segments[index]
    }
}
