import Synchronization

/// Who may use routes that are not open.
package protocol AccessRule: Sendable {
    /// The answer to a request that may not pass; nil if it may.
    func refusal(of request: HTTPRequest) -> HTTPResponse?
    /// The same where a token may also be the password of a browser's dialogue.
    func refusal(ofBrowser request: HTTPRequest) -> HTTPResponse?
}

extension AccessRule {
    package func refusal(ofBrowser request: HTTPRequest) -> HTTPResponse? { refusal(of: request) }
}

/// Lets in whoever came through a Unix socket, whose permissions decide, and who has a token on the network.
package final class AccessControl: AccessRule {
    private let tokens: Mutex<BearerTokens>

    /// A rule with the tokens of now.
    package init(_ tokens: BearerTokens) {
        self.tokens = Mutex(tokens)
    }

    /// Puts new tokens in the place of the old: from the next request on only they count.
    package func replace(with tokens: BearerTokens) {
        self.tokens.withLock { $0 = tokens }
    }

    /// 401 with `WWW-Authenticate` for a network request without a known token.
    package func refusal(of request: HTTPRequest) -> HTTPResponse? {
        guard request.peer == .network else { return nil }
        let tokens = tokens.withLock { $0 }
        if tokens.admit(request.headers.all("authorization")) { return nil }
        return ProblemDetails(
            .unauthorized, "A bearer token is needed.",
            headers: [HeaderField(fixed: "WWW-Authenticate", "Bearer realm=\"attachd\"")]
        ).response()
    }

    /// 401 that makes a browser ask for a password, which is to be a token; the user's name is not looked at.
    package func refusal(ofBrowser request: HTTPRequest) -> HTTPResponse? {
        guard let refusal = refusal(of: request) else { return nil }
        let tokens = tokens.withLock { $0 }
        if tokens.admitPassword(request.headers.all("authorization")) { return nil }
        var answer = refusal
        answer.headers.append(
            HeaderField(fixed: "WWW-Authenticate", "Basic realm=\"attachd: any name, and a token as the password\""))
        return answer
    }
}
