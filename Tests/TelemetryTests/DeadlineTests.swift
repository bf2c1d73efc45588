import Testing

@testable import Telemetry

@Suite struct DeadlineTests {
    private let start = ContinuousClock.now

    @Test func `has passed at its instant and not just before`() {
        let deadline = Deadline(at: start.advanced(by: .seconds(1)))
        #expect(!deadline.hasPassed(at: start.advanced(by: .nanoseconds(999_999_999))))
        #expect(deadline.hasPassed(at: start.advanced(by: .seconds(1))))
        #expect(deadline.hasPassed(at: start.advanced(by: .seconds(2))))
    }

    @Test func `never has less than nothing left`() {
        let deadline = Deadline(at: start)
        #expect(deadline.remaining(at: start.advanced(by: .seconds(-3))) == .seconds(3))
        #expect(deadline.remaining(at: start.advanced(by: .seconds(3))) == .zero)
    }

    @Test func `counts from the clock it is given`() {
        let clocks = Clocks(monotonic: { [start] in start }, wall: { WallTime(milliseconds: 0) })
        #expect(Deadline.after(.seconds(29), on: clocks).instant == start.advanced(by: .seconds(29)))
    }
}
