import Fixtures
import LoopbackOrigin
import Telemetry
import Testing

/// Clients that leave before their answer.
@Suite(.timeLimit(.minutes(20))) struct DepartureTests {
    private static let rounds = 12

    /// How a client leaves.
    enum Leaving: CaseIterable {
        case closing, halfClosing
    }

    @Test(arguments: Leaving.allCases)
    func `takes its own wait back and nobody else's, and leaves nothing behind`(leaving: Leaving) async throws {
        let gate = try OriginGate()
        let origin = try Payload.origin(gate: gate)
        let daemon = try await Daemon.start(["--inspectors", "1"])
        var during = (descriptors: 0, threads: 0)
        for round in 0..<Self.rounds {
            let url = origin.url("/gated/photo.jpg?round=\(round)")
            let clients = try (0..<5).map { _ in try daemon.client() }
            for client in clients { await client.send(Daemon.postText("/v1/content", Payload.of(url))) }
            _ = try await daemon.flights { $0["flights", 0, "waiters"] == "5" }
            if round == 0 { during = (daemon.descriptorCount(), daemon.threadCount()) }
            switch leaving {
            case .closing: clients[2].leave()
            case .halfClosing: clients[2].endSending()
            }
            let flights = try await daemon.flights { $0["flights", 0, "waiters"] == "4" }
            #expect(flights.count("flights") == 1)
            #expect(await clients[2].isClosedSilently())
            gate.release()
            for (index, client) in clients.enumerated() where index != 2 {
                let answer = try #require(await client.answer())
                #expect(try JSONView(answer.body).count("content", "attachments") == 1)
                client.leave()
            }
            _ = try await daemon.flights { $0.count("flights") == 0 }
            #expect(origin.requests.count == round + 1)
        }
        // What the first round had open, without its clients; one thing left behind a round would be more.
        try await Self.settle(daemon) { daemon.descriptorCount() <= during.descriptors }
        try await Self.settle(daemon) { daemon.threadCount() <= during.threads + 2 }
        #expect(await daemon.stop() == 0)
    }

    @Test func `a client that leaves alone leaves the flight without a waiter, and the bytes in the cache`()
        async throws
    {
        let gate = try OriginGate()
        let origin = try Payload.origin(gate: gate)
        let daemon = try await Daemon.start()
        let request = Daemon.postText("/v1/content", Payload.of(origin.url("/gated/photo.jpg")))
        let client = try daemon.client()
        await client.send(request)
        _ = try await daemon.flights { $0["flights", 0, "waiters"] == "1" && $0["flights", 0, "phase"] == "fetch" }
        client.leave()
        let flights = try await daemon.flights { $0["flights", 0, "waiters"] == "0" }
        #expect(flights["flights", 0, "url"]?.hasSuffix("/gated/photo.jpg") == true)
        gate.open()
        _ = try await daemon.flights { $0.count("flights") == 0 }
        let answer = try await daemon.ask(request)
        #expect(try JSONView(answer.body)["content", "attachments", 0, "cache"] == "hit")
        #expect(origin.requests.count == 1)
        #expect(await daemon.stop() == 0)
    }

    /// Asks the daemon for its health until a condition holds: each answer is an event on its threads.
    private static func settle(_ daemon: Daemon, _ condition: () -> Bool) async throws {
        let client = try daemon.client()
        for _ in 0..<20_000 {
            guard !condition() else { return }
            await client.send("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = try #require(await client.answer())
        }
        Issue.record("it never came back: \(daemon.descriptorCount()) descriptors, \(daemon.threadCount()) threads")
    }
}
