import AttachmentPipeline
import Fixtures
import HTTPService
import NotificationContent
import Synchronization
import Telemetry
import Testing

/// The client's side of a pre-warm against a daemon that is scripted.
@Suite(.timeLimit(.minutes(20))) struct DaemonPrewarmTests {
    private static func chunked(_ lines: String) -> ScriptedDaemon.Step {
        let size = String(lines.utf8.count, radix: 16)
        return .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\n\(lines)\r\n0\r\n\r\n")
    }

    private static func line(_ number: Int, _ reason: String) -> String {
        #"{"line":\#(number),"status":"failed","reason":"\#(reason)","detail":"d","ms":1}"# + "\n"
    }

    /// Has a scripted daemon warm some URLs; the reasons of the results, and what it was asked.
    private static func warm(
        _ urls: [String], by connections: [[ScriptedDaemon.Step]]
    ) async throws -> (reasons: [FailureReason], failure: DaemonFailure?, requests: [ScriptedDaemon.Request]) {
        let folder = try TemporaryFolder()
        let daemon = try ScriptedDaemon(folder.path + "/s", connections)
        let client = try DaemonClient(path: daemon.path, clocks: .system)
        // A wait for a daemon that has too much to do is over at once.
        var clocks = Clocks.system
        clocks.wait = { _ in }
        let backend = DaemonPrewarm(
            client, DaemonPrewarm.Order(timeout: .seconds(5), policy: "apple", pin: .seconds(90)), clocks: clocks)
        let rest = Mutex<[PrewarmWish]?>(urls.enumerated().map { PrewarmWish(PrewarmPlace(line: $0 + 1), .url($1)) })
        let reasons = await backend.whileRunning {
            var reasons: [FailureReason] = []
            _ = await Prewarm(backend, room: PrewarmRoom(eachList: DaemonPrewarm.limits), clocks: .system).run {
                rest.withLock { $0.take() }
            } _: { results in
                for result in results {
                    if case .failed(let reason, _, _, _) = result.verdict { reasons.append(reason) }
                }
                return true
            }
            return reasons
        }
        return (reasons, backend.failure, daemon.requests)
    }

    @Test func `sends lines with the order, and offers them again where the daemon has too much to do`() async throws {
        let busy = ScriptedDaemon.Step.send("HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n")
        let (reasons, failure, requests) = try await Self.warm(
            ["http://h/1", "ftp://never/sent"], by: [[busy], [Self.chunked(Self.line(1, "stalled"))]])
        #expect(reasons == [.forbiddenScheme, .stalled])
        #expect(failure == nil)
        #expect(requests.count == 2)
        for request in requests {
            #expect(request.text.hasPrefix("POST /v1/prewarm?timeout=5&policy=apple&pin=90 HTTP/1.1\r\n"))
            #expect(request.text.hasSuffix("\r\n\r\nhttp://h/1\n"))
        }
    }

    @Test func `lines without a result, and those behind them, are not tried any more where the daemon ends`()
        async throws
    {
        let cut = ScriptedDaemon.Step.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel")
        let (reasons, failure, _) = try await Self.warm(["http://h/1", "http://h/2"], by: [[cut], [cut]])
        #expect(reasons == [.cancelled, .cancelled])
        #expect(failure == .interrupted)
    }

    @Test func `a refusal is the end`() async throws {
        let refusal = ScriptedDaemon.answer(#"{"detail":"No."}"#, status: "401 No")
        let (reasons, failure, _) = try await Self.warm(["http://h/1"], by: [[refusal]])
        #expect(reasons == [.cancelled])
        #expect(failure == .problem(status: 401, detail: "No", retryAfter: nil))
    }
}
