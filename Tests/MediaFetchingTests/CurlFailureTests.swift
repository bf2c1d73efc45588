import CCurl
import Testing

@testable import MediaFetching

/// One reason for each code, with what else was seen.
struct CurlFailureTests {
    struct Case: Sendable {
        let code: CURLcode
        var facts = CurlFailure(host: "a.example")
        let reason: FetchFailure.Reason
    }

    static func facts(_ change: (inout CurlFailure) -> Void) -> CurlFailure {
        var facts = CurlFailure(host: "a.example")
        change(&facts)
        return facts
    }

    static let denied = AddressRules.Verdict.forbiddenAddress("private")

    static let cases = [
        Case(code: CURLE_UNSUPPORTED_PROTOCOL, reason: .forbiddenScheme),
        Case(code: CURLE_UNSUPPORTED_PROTOCOL, facts: facts { $0.connectionsTried = 1 }, reason: .transferFailed),
        Case(code: CURLE_URL_MALFORMAT, reason: .invalidURL), Case(code: CURLE_LOGIN_DENIED, reason: .invalidURL),
        Case(code: CURLE_COULDNT_RESOLVE_HOST, reason: .dnsFailure),
        Case(code: CURLE_COULDNT_CONNECT, reason: .connectFailure),
        Case(code: CURLE_COULDNT_CONNECT, facts: facts { $0.refusal = denied }, reason: .forbiddenAddress),
        Case(code: CURLE_COULDNT_CONNECT, facts: facts { $0.refusal = .forbiddenPort }, reason: .forbiddenPort),
        Case(
            code: CURLE_COULDNT_CONNECT,
            facts: facts {
                $0.refusal = denied
                $0.connectionsTried = 1
            }, reason: .connectFailure),
        Case(
            code: CURLE_ABORTED_BY_CALLBACK,
            facts: facts {
                $0.refusal = denied
                $0.connectionsTried = 1
            }, reason: .forbiddenAddress),
        Case(code: CURLE_OPERATION_TIMEDOUT, reason: .dnsFailure),
        Case(code: CURLE_OPERATION_TIMEDOUT, facts: facts { $0.connectionsTried = 1 }, reason: .connectFailure),
        Case(
            code: CURLE_OPERATION_TIMEDOUT,
            facts: facts {
                $0.connectionsTried = 1
                $0.isConnected = true
                $0.isTLS = true
            }, reason: .tlsFailure),
        Case(code: CURLE_PARTIAL_FILE, reason: .truncated), Case(code: CURLE_FILESIZE_EXCEEDED, reason: .tooLarge),
        Case(code: CURLE_BAD_CONTENT_ENCODING, reason: .badEncoding),
        Case(code: CURLE_WRITE_ERROR, facts: facts { $0.isInBody = true }, reason: .badEncoding),
        Case(code: CURLE_WRITE_ERROR, reason: .transferFailed),
        Case(code: CURLE_TOO_MANY_REDIRECTS, reason: .tooManyRedirects),
        Case(code: CURLE_SSL_CONNECT_ERROR, reason: .tlsFailure),
        Case(code: CURLE_PEER_FAILED_VERIFICATION, reason: .tlsFailure),
        Case(code: CURLE_SSL_CACERT_BADFILE, reason: .tlsFailure),
        Case(code: CURLE_GOT_NOTHING, reason: .transferFailed),
        Case(code: CURLE_SEND_ERROR, reason: .transferFailed), Case(code: CURLE_RECV_ERROR, reason: .transferFailed),
        Case(code: CURLE_RECV_ERROR, facts: facts { $0.isInBody = true }, reason: .transferFailed),
        Case(
            code: CURLE_RECV_ERROR,
            facts: facts {
                $0.isInBody = true
                $0.isTLS = true
            }, reason: .truncated),
        Case(
            code: CURLE_RECV_ERROR,
            facts: facts {
                $0.isInBody = true
                $0.isTLS = true
                $0.systemError = 104
            }, reason: .transferFailed),
        Case(code: CURLE_HTTP2, reason: .transferFailed), Case(code: CURLE_HTTP2_STREAM, reason: .transferFailed),
        Case(code: CURLE_WEIRD_SERVER_REPLY, reason: .transferFailed),
        Case(code: CURLE_OUT_OF_MEMORY, reason: .transferFailed),
        Case(code: CURLE_OK, reason: .transferFailed),
    ]

    @Test(arguments: cases) func `a code has one reason`(_ item: Case) {
        let failure = item.facts.failure(item.code.rawValue)
        #expect(failure.reason == item.reason)
        #expect(failure.detail.hasSuffix("."))
    }

    @Test(arguments: 0...99 as ClosedRange<UInt32>) func `no code is without a sentence`(_ code: UInt32) {
        let failure = CurlFailure(host: "a.example").failure(code)
        #expect(!failure.detail.isEmpty)
    }

    /// A newer libcurl with a code that nobody has thought about fails here.
    @Test func `every code of the installed library has a reason or is impossible`() {
        let impossible = CurlCodes.impossible.flatMap(\.codes)
        for code in 0..<CURL_LAST.rawValue {
            let places = [
                CurlCodes.reasons[code] != nil ? 1 : 0, CurlCodes.dependent.contains(code) ? 1 : 0,
                impossible.count { $0 == code },
            ]
            #expect(places.reduce(0, +) == 1, "code \(code)")
        }
        #expect(CurlCodes.reasons.count + CurlCodes.dependent.count + impossible.count == Int(CURL_LAST.rawValue))
    }

    @Test(arguments: CurlCodes.impossible.flatMap(\.codes).sorted())
    func `a code that cannot come is a transfer that failed`(_ code: UInt32) {
        #expect(CurlFailure(host: "a.example").failure(code).reason == .transferFailed)
    }

    @Test func `a refused address is not told`() {
        let detail = CurlFailureTests.facts { $0.refusal = CurlFailureTests.denied }.failure(7).detail
        #expect(!detail.contains("private"))
    }
}
