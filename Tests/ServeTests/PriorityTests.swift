import Fixtures
import LoopbackOrigin
import Testing

/// What `?priority=` does, over the daemon's own socket.
@Suite(.timeLimit(.minutes(20))) struct PriorityTests {
    @Test func `an interactive request goes before the batch ones that came first, on both routes`() async throws {
        let gate = try OriginGate()
        let origin = try Payload.origin(gate: gate)
        let daemon = try await Daemon.start(["--max-connections-per-host", "1"])
        let content = Payload.of(origin.url("/gated/photo.jpg"))
        let requests = [
            Daemon.postText("/v1/content?priority=batch", Payload.of(origin.url("/photo.jpg?1"))),
            Daemon.postText("/v1/attachments?priority=batch", #"{"url":"\#(origin.url("/photo.jpg?2"))"}"#),
            Daemon.postText("/v1/content?priority=interactive", Payload.of(origin.url("/photo.jpg?3"))),
            Daemon.postText("/v1/attachments", #"{"url":"\#(origin.url("/photo.jpg?4"))"}"#),
        ]
        var clients = [try daemon.client()]
        await clients[0].send(Daemon.postText("/v1/content", content))
        await origin.waitForRequests(1)
        for (index, request) in requests.enumerated() {
            let client = try daemon.client()
            clients.append(client)
            await client.send(request)
            try await Self.wait(for: index + 1, in: daemon)
        }
        gate.open()
        for client in clients { #expect(try #require(await client.answer()).text.contains(#""cache":"miss""#)) }
        #expect(
            origin.requests.map(\.target) == [
                "/gated/photo.jpg", "/photo.jpg?3", "/photo.jpg?4", "/photo.jpg?1", "/photo.jpg?2",
            ])
        #expect(await daemon.stop() == 0)
    }

    /// Asks until so many fetches wait for a connection: every answer is an event.
    private static func wait(for count: Int, in daemon: Daemon) async throws {
        let client = try daemon.client()
        for _ in 0..<100_000 {
            await client.send("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n")
            let answer = try #require(await client.answer())
            if answer.text.contains("\nattachd_fetches_waiting \(count)\n") { return }
        }
        throw DaemonFailure(messages: "never \(count) waiting")
    }
}
