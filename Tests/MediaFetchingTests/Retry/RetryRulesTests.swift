import CCurl
import Testing

@testable import MediaFetching

/// Whether and when there is a next try, by table.
struct RetryRulesTests {
    struct Case: Sendable {
        let cause: RetryCause
        var retries = 0
        var retryAfter: Int64?
        var jitter = 0.5
        var left = Duration.seconds(20)
        let wait: Duration?
    }

    static let cases = [
        Case(cause: .connection, wait: .milliseconds(100)),
        Case(cause: .connection, jitter: 0, wait: .milliseconds(50)),
        Case(cause: .connection, jitter: 1, wait: .milliseconds(150)),
        Case(cause: .connection, retries: 1, wait: .milliseconds(300)),
        Case(cause: .connection, retries: 2, wait: nil),
        Case(cause: .connection, retries: 3, wait: nil),
        Case(cause: .http2, wait: .milliseconds(50)),
        Case(cause: .truncated, wait: .milliseconds(100)),
        Case(cause: .status, wait: .milliseconds(300)),
        Case(cause: .status, retries: 1, wait: .milliseconds(900)),
        Case(cause: .limited, wait: .seconds(1)),
        Case(cause: .limited, retries: 1, wait: .seconds(3)),
        Case(cause: .otherPart, wait: .zero),
        Case(cause: .otherPart, retries: 1, wait: .zero),
        // Retry-After counts where it is longer, and never shortens a wait.
        Case(cause: .status, retryAfter: 0, wait: .milliseconds(300)),
        Case(cause: .status, retryAfter: 5, jitter: 0, wait: .seconds(5)),
        Case(cause: .status, retryAfter: 5, jitter: 1, wait: .milliseconds(5250)),
        Case(cause: .limited, retryAfter: 1, wait: .milliseconds(1125)),
        Case(cause: .limited, retries: 1, retryAfter: 1, wait: .seconds(3)),
        // It must fit, with something left for the try itself.
        Case(cause: .status, retryAfter: 5, jitter: 0, left: .milliseconds(5199), wait: nil),
        Case(cause: .status, retryAfter: 5, jitter: 0, left: .milliseconds(5200), wait: .seconds(5)),
        Case(cause: .status, retryAfter: 86_400, wait: nil),
        Case(cause: .connection, left: .milliseconds(299), wait: nil),
        Case(cause: .connection, left: .milliseconds(300), wait: .milliseconds(100)),
        Case(cause: .connection, left: .zero, wait: nil),
        Case(cause: .connection, left: .seconds(-1), wait: nil),
        Case(cause: .otherPart, left: .milliseconds(199), wait: nil),
    ]

    @Test(arguments: cases) func `waits as the table says`(_ item: Case) {
        let wait = RetryRules().wait(
            for: item.cause, retries: item.retries, retryAfter: item.retryAfter, jitter: item.jitter, left: item.left)
        #expect(wait == item.wait)
    }

    @Test func `an operator's number of retries is kept, none included`() {
        for most in [0, 1, 5] {
            var rules = RetryRules()
            rules.mostRetries = most
            for retries in 0...6 {
                let wait = rules.wait(for: .otherPart, retries: retries, retryAfter: nil, jitter: 0, left: .seconds(9))
                #expect((wait != nil) == (retries < most))
            }
        }
    }

    static let causes: [(FetchFailure, CURLcode, Bool, RetryCause?)] = [
        (FetchFailure(.transferFailed, ""), CURLE_RECV_ERROR, false, .connection),
        (FetchFailure(.transferFailed, ""), CURLE_SEND_ERROR, false, .connection),
        (FetchFailure(.transferFailed, ""), CURLE_GOT_NOTHING, false, .connection),
        (FetchFailure(.transferFailed, ""), CURLE_HTTP2, false, .http2),
        (FetchFailure(.transferFailed, ""), CURLE_HTTP2_STREAM, true, .http2),
        (FetchFailure(.transferFailed, ""), CURLE_WEIRD_SERVER_REPLY, false, nil),
        (FetchFailure(.transferFailed, ""), CURLE_UNSUPPORTED_PROTOCOL, false, nil),
        (FetchFailure(.transferFailed, ""), CURLE_OUT_OF_MEMORY, false, nil),
        (FetchFailure(.transferFailed, ""), CURLE_OK, false, nil),
        (FetchFailure(.truncated, ""), CURLE_PARTIAL_FILE, false, .truncated),
        (FetchFailure(.truncated, ""), CURLE_RECV_ERROR, true, .truncated),
        (FetchFailure(.truncated, ""), CURLE_OK, false, .truncated),
        (FetchFailure(.connectFailure, ""), CURLE_COULDNT_CONNECT, false, nil),
        (FetchFailure(.dnsFailure, ""), CURLE_COULDNT_RESOLVE_HOST, false, nil),
        (FetchFailure(.tlsFailure, ""), CURLE_SSL_CONNECT_ERROR, false, nil),
        (FetchFailure(.stalled, ""), CURLE_OK, false, nil),
        (FetchFailure(.tooLarge, ""), CURLE_OK, false, nil),
        (FetchFailure(.badEncoding, ""), CURLE_OK, false, nil),
        (FetchFailure(.deadline, ""), CURLE_OK, false, nil),
        (FetchFailure(.unsupportedType, ""), CURLE_OK, false, nil),
    ]

    @Test(arguments: causes)
    func `a failure is worth another try, or not`(
        _ failure: FetchFailure, _ code: CURLcode, _ isForPart: Bool, _ cause: RetryCause?
    ) {
        #expect(RetryCause(failure, code: code.rawValue, isForPart: isForPart) == cause)
    }

    @Test(arguments: 100...599)
    func `of the statuses only those that pass`(_ status: Int) {
        let failure = FetchFailure(.httpStatus, "", httpStatus: status)
        let expected: RetryCause? = status == 429 ? .limited : [500, 502, 503, 504].contains(status) ? .status : nil
        #expect(RetryCause(failure, code: 0, isForPart: false) == expected)
        #expect(
            RetryCause(failure, code: 0, isForPart: true) == (status == 206 || status == 416 ? .otherPart : expected))
    }
}
