/// One line of the table of what a server answers.
package struct Route: Sendable {
    /// Answers a request that has passed the route's rules. Called on an HTTP thread, so it must not block.
    package typealias Responder = @Sendable (RoutedRequest) -> HTTPReply

    /// The method; a route of `GET` answers `HEAD` too.
    package var method: HTTPMethod
    /// The path.
    package var pattern: RoutePattern
    /// The query names that it knows; others, and repeated ones, are refused with 400.
    package var query: Set<String>
    /// The most bytes of a body.
    package var bodyLimit: Int
    /// The media types that a body may have, without parameters, lower-case; a body without a type is taken for one of
    /// them. Empty: any.
    package var contentTypes: [String]
    /// Whether it is open to clients without a token.
    package var isOpen: Bool
    /// Whether a token may also come as the password of a browser's own dialogue (RFC 7617), which a page needs: a browser
    /// cannot be told to send a bearer token with an address that is typed in. Only for what changes nothing.
    package var takesPassword: Bool
    /// What answers.
    package var respond: Responder

    /// A route.
    package init(
        _ method: HTTPMethod, _ pattern: RoutePattern, query: Set<String> = [], bodyLimit: Int = 65_536,
        contentTypes: [String] = [], isOpen: Bool = false, takesPassword: Bool = false,
        respond: @escaping Responder
    ) {
        self.method = method
        self.pattern = pattern
        self.query = query
        self.bodyLimit = bodyLimit
        self.contentTypes = contentTypes
        self.isOpen = isOpen
        self.takesPassword = takesPassword
        self.respond = respond
    }

    /// Whether the route answers requests of `method`.
    func answers(_ method: HTTPMethod) -> Bool {
        method == self.method || (method == .head && self.method == .get)
    }
}

/// A request and the route that it came by.
package struct RoutedRequest: Sendable {
    /// The request.
    package let request: HTTPRequest
    /// The route's pattern.
    package let pattern: RoutePattern

    /// The decoded segment that stands for the placeholder `name`.
    package func parameter(_ name: String) -> String? {
        pattern.value(of: name, in: request.target.segments)
    }
}
