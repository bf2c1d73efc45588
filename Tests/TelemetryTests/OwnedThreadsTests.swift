import Synchronization
import Testing

@testable import Telemetry

@Suite struct OwnedThreadsTests {
    private struct Refusal: Error, Equatable {
        let number: Int
    }

    @Test func `returns what each job returns`() async throws {
        let threads = try OwnedThreads(count: 3, name: "test")
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 1...1000 { group.addTask { await threads.run { number } } }
            return await group.reduce(0, +)
        }
        #expect(sum == 500_500)
    }

    @Test func `throws what a job throws, with its type`() async throws {
        let threads = try OwnedThreads(count: 1, name: "test")
        do throws(Refusal) {
            try await threads.run { () throws(Refusal) -> Void in throw Refusal(number: 7) }
            Issue.record("nothing was thrown")
        } catch {
            #expect(error == Refusal(number: 7))
        }
    }

    @Test func `starts jobs of one thread in their order`() async throws {
        let threads = try OwnedThreads(count: 1, name: "test")
        let order = Mutex<[Int]>([])
        for number in 0..<600 { threads.submit { order.withLock { $0.append(number) } } }
        await threads.run {}
        #expect(order.withLock { $0 } == Array(0..<600))
    }

    @Test func `lets go of what a job holds once it has run`() async throws {
        final class Held: Sendable {}
        let threads = try OwnedThreads(count: 1, name: "test")
        weak var remembered: Held?
        do {
            let held = Held()
            remembered = held
            await threads.run { [held] in _ = held }
        }
        // The job's own storage goes with the next job at the latest.
        await threads.run {}
        #expect(remembered == nil)
    }

    @Test func `runs the jobs already added when its last reference goes`() async throws {
        let count = Mutex(0)
        await withCheckedContinuation { continuation in
            guard let threads = try? OwnedThreads(count: 1, name: "test") else {
                continuation.resume()
                return
            }
            for _ in 0..<99 { threads.submit { count.withLock { $0 += 1 } } }
            threads.submit { continuation.resume() }
        }
        #expect(count.withLock { $0 } == 99)
    }
}
