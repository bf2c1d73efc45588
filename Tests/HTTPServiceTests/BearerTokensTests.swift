import Fixtures
import HTTPService
import Testing

@Suite struct BearerTokensTests {
    private static let first = "0123456789abcdef"
    private static let second = "ZYXWVUTSRQPONMLKJI"

    private static func request(_ authorization: [String], peer: PeerKind) throws -> HTTPRequest {
        HTTPRequest(
            .get, try RequestTarget("/".utf8), headers: HTTPHeaders(authorization.map { ("authorization", $0) }),
            peer: peer, id: try #require(RequestIdentifier(given: "r")))
    }

    @Test(arguments: [
        (["Bearer 0123456789abcdef"], true), (["bearer   ZYXWVUTSRQPONMLKJI "], true), ([], false),
        (["Bearer "], false),
        (["Bearer"], false), (["Basic 0123456789abcdef"], false), (["Bearer 0123456789abcde"], false),
        (["Bearer 0123456789abcdeg"], false), (["Bearer 0123456789abcdef0"], false),
        (["Bearer x0123456789abcdef"], false),
        (["Bearer 0123456789abcdef", "Bearer 0123456789abcdef"], false), (["Bearer #comment-of-some-size"], false),
    ])
    func `lets the network in with exactly one known token`(authorization: [String], passes: Bool) throws {
        let tokens = try BearerTokens(
            file: "# rotation\n\(Self.first)\r\n\n  \(Self.second)  \n#comment-of-some-size\n")
        let access = AccessControl(tokens)
        let refusal = access.refusal(of: try Self.request(authorization, peer: .network))
        #expect((refusal == nil) == passes)
        if !passes {
            #expect(refusal?.status == .unauthorized)
            #expect(refusal?.headers.contains { $0.name == "WWW-Authenticate" } == true)
        }
        #expect(access.refusal(of: try Self.request(authorization, peer: .unixSocket)) == nil)
    }

    @Test func `counts only the newest tokens`() throws {
        let access = AccessControl(try BearerTokens(file: Self.first))
        access.replace(with: try BearerTokens(file: Self.second))
        #expect(access.refusal(of: try Self.request(["Bearer " + Self.first], peer: .network)) != nil)
        #expect(access.refusal(of: try Self.request(["Bearer " + Self.second], peer: .network)) == nil)
    }

    @Test(arguments: [
        ("", BearerTokens.Defect.empty), ("# only\n\n", .empty), ("a\n", .tooShort(line: 1)),
        ("\n123456789012345\n", .tooShort(line: 2)), ("0123456789 abcdef\n", .malformed(line: 1)),
        (String(repeating: "a", count: 257), .malformed(line: 1)),
        (String(repeating: "0123456789abcdef\n", count: 65), .tooMany),
    ])
    func `refuses a file that would not protect`(text: String, defect: BearerTokens.Defect) {
        #expect(throws: defect) { try BearerTokens(file: text) }
    }

    @Test(arguments: [16, 256])
    func `takes tokens of 16 to 256 characters`(count: Int) throws {
        let token = String(repeating: "a", count: count)
        let access = AccessControl(try BearerTokens(file: token))
        #expect(access.refusal(of: try Self.request(["Bearer " + token], peer: .network)) == nil)
    }
}
