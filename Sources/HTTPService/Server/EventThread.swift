import Synchronization
import Telemetry

/// An owned thread that turns an event set into calls, until it is told to stop.
final class EventThread: Sendable {
    /// The set that the thread waits on.
    let poll: EventPoll
    private let stopping = Atomic(false)
    private let ended = Gate()

    /// Makes the set; no thread runs before `start`.
    init() throws(SystemCallError) {
        poll = try EventPoll()
    }

    /// Starts the thread. Before each wait it asks `tick` for the longest time that this may last, in milliseconds (-1
    /// for no end), calls `event` with the token of each event, and `round` after each wait, events or not.
    func start(
        named name: String, tick: @escaping @Sendable () -> Int32, event: @escaping @Sendable (UInt64) -> Void,
        round: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        try startOwnedThread(named: name) { [self] in
            while !stopping.load(ordering: .acquiring) {
                poll.wait(milliseconds: tick(), event)
                round()
            }
            ended.open()
        }
    }

    /// Ends a started thread and waits until it has ended.
    func stop() async {
        stopping.store(true, ordering: .releasing)
        poll.wake()
        await ended.wait()
    }
}
