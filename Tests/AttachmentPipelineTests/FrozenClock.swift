import Synchronization
import Telemetry

/// Wall time that stands still until a test moves it; monotonic time goes on.
final class FrozenClock: Sendable {
    private let time = Mutex(WallTime(seconds: 1_796_040_000))

    /// The time it shows.
    var now: WallTime { time.withLock { $0 } }

    /// Clocks that read it.
    var clocks: Clocks {
        Clocks(monotonic: Clocks.system.monotonic, wall: { self.now })
    }

    /// Moves it forward.
    func advance(bySeconds seconds: Int64) {
        time.withLock { $0 = $0.advanced(bySeconds: seconds) }
    }

    /// The HTTP form of its time, moved by some seconds (RFC 9110 section 5.6.7).
    func httpDate(_ seconds: Int64 = 0) -> String {
        let text = Array(now.advanced(bySeconds: seconds).rfc3339)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = months[(Int(String(text[5..<7])) ?? 1) - 1]
        return "Mon, \(String(text[8..<10])) \(month) \(String(text[0..<4])) \(String(text[11..<19])) GMT"
    }
}
