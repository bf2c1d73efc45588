import Fixtures
import LoopbackOrigin
import Testing

/// FR-18 with two processes: the daemon and `attachd prewarm` on one cache folder, asked for one cold picture at once.
@Suite(.timeLimit(.minutes(5))) struct SharedFolderTests {
    @Test(arguments: [200, 404]) func `a daemon and a batch ask an origin once, and keep one file`(_ status: Int)
        async throws
    {
        let gate = try OriginGate()
        let photo = status == 200 ? try Fixture.bytes("photo.jpg") : []
        let fields = [("Content-Length", String(photo.count)), ("Cache-Control", "max-age=600")]
        let origin = try LoopbackOrigin { _ in
            OriginReply([.pass(gate), .bytes(OriginReply.head(status, fields) + photo)])
        }
        let daemon = try await Daemon.start()
        let url = origin.url("/cold")
        let clients = try (0..<50).map { _ in try daemon.client() }
        for client in clients { await client.send(Daemon.postText("/v1/content", Payload.of(url))) }
        _ = try await daemon.flights { $0["flights", 0, "waiters"] == "50" }
        let words = ["prewarm", "--cache-dir", daemon.folder.path + "/cache", "--json", "-"]
        async let batch = ProgramRun.of("attachd", words, input: Array(url.utf8))
        _ = try await daemon.flights { $0["flights", 0, "waiters"] == "51" }
        gate.open()

        var digests: [String] = []
        for client in clients {
            let answer = try JSONView(try #require(await client.answer()).body)
            if status == 200 {
                let digest = try #require(answer["content", "attachments", 0, "sha256"])
                #expect(answer["content", "attachments", 0, "bytes"] == String(photo.count))
                digests.append(digest)
            } else {
                #expect(answer["failures", 0, "reason"] == "http-status")
                #expect(answer["failures", 0, "httpStatus"] == "404")
            }
        }
        let run = try await batch
        let line = try JSONView(run.output)
        #expect(run.status == (status == 200 ? 0 : 1), "\(run.messages)")
        #expect(line["status"] == (status == 200 ? "attached" : "failed"))
        if let digest = digests.first { #expect(line["sha256"] == digest) }
        #expect(Set(digests).count == (status == 200 ? 1 : 0))
        #expect(origin.requests.count == 1)
        #expect(await daemon.stop() == 0)

        // What is left for who comes next, without a daemon.
        let verify = try await ProgramRun.of(
            "attachd", ["cache", "verify", "--cache-dir", daemon.folder.path + "/cache"])
        #expect(verify.status == 0, "\(verify.text)\(verify.messages)")
        let kept = try await ProgramRun.of(
            "attachd", ["cache", "list", "--json", "--full", "--cache-dir", daemon.folder.path + "/cache"])
        #expect(try JSONView(kept.output)["url"] == url)
        #expect(try JSONView(kept.output)["sha256"] == digests.first)
    }
}
