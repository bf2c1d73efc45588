import Fixtures
import LoopbackOrigin
import Telemetry
import Testing

/// Names that nobody resolves.
@Suite(.timeLimit(.minutes(20))) struct HangingResolverTests {
    @Test func `delays no other transfer, and gives its own waiters their reason`() async throws {
        guard let resolver = try await SilentResolver.make(orSkipping: "1 test with a resolver that hangs") else {
            return
        }
        let origin = try Payload.origin()
        let folder = try TemporaryFolder()
        let words = ["serve", "--listen", "unix:\(folder.path)/attachd.sock"] + Daemon.arguments(folder)
        let program = try RunningProgram("/bin/sh", resolver.words(BuiltProduct.path("attachd"), words))
        let daemon = try await Daemon.ready(program, folder)
        let other = try daemon.client()
        func transfer(_ index: Int) async throws {
            await other.send(
                Daemon.postText("/v1/content?timeout=60", Payload.of(origin.url("/photo.jpg?n=\(index)"))))
            let answer = try #require(await other.answer())
            #expect(try JSONView(answer.body)["content", "attachments", 0, "cache"] == "miss", "\(answer.text)")
        }
        // What only a first transfer needs, such as an inspector, is there before the clock of the names runs.
        try await transfer(0)

        // More names than there are cores, connections of an origin, or threads of any pool.
        let impatient = try (0..<40).map { _ in try daemon.client() }
        for (index, client) in impatient.enumerated() {
            await client.send(
                Daemon.postText("/v1/content?timeout=9.5", Payload.of("http://early\(index).hang.example/a.jpg")))
        }
        let patient = try daemon.client()
        await patient.send(Daemon.postText("/v1/content?timeout=28", Payload.of("http://late.hang.example/a.jpg")))
        try await resolver.waitForQuestions(8)

        // Events in their order: transfers are over before the first of the names has been given up. Not all of the thirty:
        // on a machine that is slow enough some come later, and are no less right.
        let order = Tally()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for client in impatient {
                group.addTask {
                    let answer = try #require(await client.answer())
                    let place = order.add()
                    let view = try JSONView(answer.body)
                    #expect(view["failures", 0, "reason"] == "deadline", "\(answer.text)")
                    #expect(view["complete"] == "false")
                    return place
                }
            }
            for index in 1...4 { try await transfer(index) }
            let fourth = order.add()
            for index in 5...30 { try await transfer(index) }
            for try await place in group { #expect(place > fourth, "a transfer waited for a name") }
        }
        // The time for name and connection together ends before this one's deadline.
        let answer = try #require(await patient.answer())
        let view = try JSONView(answer.body)
        #expect(view["failures", 0, "reason"] == "dns-failure", "\(answer.text)")
        #expect(view["complete"] == "true")
        #expect(await daemon.stop() == 0)
    }
}
