import AttachmentCache
import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import MediaFetching
import NotificationContent
import Testing

/// A drop at a time: a server that sends hardly anything ends as `stalled` or at the deadline, an honest slow one is
/// waited for. A clock that is moved by hand stands for the seconds.
@Suite(.timeLimit(.minutes(20))) struct SlowOriginTests {
    /// What a request came to, and when by the moved clock.
    private struct Ending {
        var outcome: Outcome?
        var seconds: Int64 = -1
        var blobs: Int64 = -1
    }

    /// Asks an origin that sends one piece after another, each `pause` seconds after the one before.
    private static func resolve(_ pieces: [[UInt8]], pause: Int) async throws -> Ending {
        let clock = MovedClock()
        let gate = try OriginGate()
        let (sent, tell) = AsyncStream.makeStream(of: Void.self)
        let origin = try LoopbackOrigin { _ in
            OriginReply(
                pieces.flatMap { [.bytes($0), .note { tell.yield() }, .pass(gate)] as [OriginReply.Step] },
                closes: true)
        }
        let ending = Kept(Ending())
        try await PipelineBench.run(origin, clocks: clock.clocks, fetchClocks: clock.clocks) { bench in
            let attempt = Task {
                defer { tell.finish() }
                let outcome = await bench.resolve("/a", within: .seconds(29)).outcomes.first ?? nil
                ending.value = Ending(outcome: outcome, seconds: clock.moved.components.seconds)
            }
            for await _ in sent {
                for _ in 0..<pause {
                    // Two turns of the fetcher's loop: after them it has read what was sent before, and looked at the clock.
                    for _ in 0..<2 { await bench.fetcher.answer() }
                    // What has ended comes out by itself, in no time.
                    guard bench.fetcher.load.running > 0, clock.moved < .seconds(29) else { break }
                    clock.move(by: .seconds(1))
                    for _ in 0..<2 { await bench.fetcher.answer() }
                }
                gate.release()
            }
            await attempt.value
            let blobs = try await bench.cache.totals().blobs
            ending.value.blobs = blobs
            // The flight goes on into the cache for a minute; then its connection ends with it.
            while bench.pipeline.flightCount > 0 {
                clock.move(by: .seconds(5))
                await bench.fetcher.answer()
            }
            await origin.waitUntilDisconnected()
        }
        return ending.value
    }

    private static func head(_ count: Int) -> [UInt8] {
        OriginReply.head(200, [("Content-Length", String(count))])
    }

    @Test func `headers at once, then a byte a second, is stalled after five`() async throws {
        let photo = try Fixture.bytes("photo.jpg")
        let ending = try await Self.resolve([Self.head(photo.count)] + photo.prefix(60).map { [$0] }, pause: 1)
        #expect(ending.outcome.failure?.reason == .stalled)
        #expect((5...6).contains(ending.seconds))
        #expect(ending.blobs == 0)
    }

    @Test func `a status line byte by byte ends at the deadline`() async throws {
        let line = Array("HTTP/1.1 200 Everything is all right here, only slow\r\n".utf8)
        let ending = try await Self.resolve(line.map { [$0] }, pause: 1)
        #expect(ending.outcome.failure?.reason == .deadline)
        #expect((29...30).contains(ending.seconds))
        #expect(ending.blobs == 0)
    }

    @Test func `header lines one a second are stalled`() async throws {
        let lines = ["HTTP/1.1 200 OK\r\n"] + (0..<60).map { "X-\($0): y\r\n" }
        let ending = try await Self.resolve(lines.map { Array($0.utf8) }, pause: 1)
        #expect(ending.outcome.failure?.reason == .stalled)
        #expect((5...6).contains(ending.seconds))
    }

    @Test func `silence ends at the deadline`() async throws {
        let ending = try await Self.resolve([[]], pause: 60)
        #expect(ending.outcome.failure?.reason == .deadline)
        #expect((29...30).contains(ending.seconds))
    }

    @Test func `all but the last byte, and that too late, is stalled`() async throws {
        let photo = try Fixture.bytes("photo.jpg")
        let ending = try await Self.resolve([Self.head(photo.count) + photo.dropLast(), photo.suffix(1)], pause: 40)
        #expect(ending.outcome.failure?.reason == .stalled)
        #expect((5...11).contains(ending.seconds))
        #expect(ending.blobs == 0)
    }

    @Test func `a photo of 200 kB over 20 seconds is attached`() async throws {
        let photo = try Sample.photo(bytes: 200_000)
        let pieces = stride(from: 0, to: photo.count, by: 10_000).map { start in
            (start == 0 ? Self.head(photo.count) : []) + photo[start..<min(start + 10_000, photo.count)]
        }
        let ending = try await Self.resolve(pieces, pause: 1)
        #expect(ending.outcome.media?.bytes == 200_000)
        #expect((19...21).contains(ending.seconds))
        #expect(ending.blobs == 1)
    }
}
