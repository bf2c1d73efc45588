import Fixtures
import Testing

@testable import Telemetry

struct TimerQueueTests {
    @Test func `gives entries in the order of their time, and none before it`() {
        let start = ContinuousClock.now
        var random = SeededGenerator(seed: 7)
        var queue = TimerQueue()
        let delays = (0..<500).map { _ in Int(random.next() % 100) }
        for (id, delay) in delays.enumerated() {
            queue.schedule(UInt64(id), at: start.advanced(by: .milliseconds(delay)))
        }
        var given: [Int] = []
        for now in 0..<100 {
            while let id = queue.popDue(at: start.advanced(by: .milliseconds(now))) {
                #expect(delays[Int(id)] == now)
                given.append(delays[Int(id)])
            }
        }
        #expect(given == delays.sorted())
        #expect(queue.next == nil)
    }

    @Test func `lets go of entries whose transfers have gone`() {
        let start = ContinuousClock.now
        var queue = TimerQueue()
        for id in 0..<5000 as Range<UInt64> { queue.schedule(id, at: start.advanced(by: .seconds(Int(id)))) }
        queue.compact(live: 5000) { _ in true }
        #expect(queue.count == 5000)
        queue.compact(live: 2) { $0 == 7 || $0 == 4999 }
        #expect(queue.count == 2)
        #expect(queue.next == start.advanced(by: .seconds(7)))
    }
}
