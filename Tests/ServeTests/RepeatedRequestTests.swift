import Fixtures
import LoopbackOrigin
import Testing

/// Requests of the same bytes, which are answered from memory as long as the cache would say the same.
@Suite(.timeLimit(.minutes(5))) struct RepeatedRequestTests {
    @Test func `is answered in the same words each time, until the cache has nothing to say`() async throws {
        let origin = try Payload.origin()
        let daemon = try await Daemon.start()
        let request = Daemon.postText("/v1/content", Payload.of(origin.url("/photo.jpg")))
        _ = try await daemon.ask(request)
        let hit = try await daemon.ask(request).body
        #expect(try JSONView(hit)["content", "attachments", 0, "cache"] == "hit")
        for _ in 0..<5 { #expect(try await daemon.ask(request).body == hit) }
        // Another view of the same payload is another answer.
        let view = Daemon.postText("/v1/content?view=payload", Payload.of(origin.url("/photo.jpg")))
        for _ in 0..<3 { #expect(try await daemon.ask(view).body != hit) }
        #expect(origin.requests.count == 1)

        _ = try await daemon.ask(Daemon.postText("/v1/cache/purge", #"{"all":true}"#))
        let fetched = try await daemon.ask(request).body
        #expect(try JSONView(fetched)["content", "attachments", 0, "cache"] == "miss")
        #expect(origin.requests.count == 2)
        let again = try await daemon.ask(request).body
        #expect(try JSONView(again)["content", "attachments", 0, "cache"] == "hit")
        #expect(await daemon.stop() == 0)
    }
}
