import Glibc
import Synchronization
import Telemetry

/// One look-up through the system's resolver, with an end.
enum NameLookup {
    /// What it came to.
    enum Result: Sendable, Equatable {
        case found
        /// The resolver's words.
        case failed(String)
        case late
    }

    /// A name that exists as long as there is an Internet: one of its root servers.
    static let name = "a.root-servers.net"
    /// How long an answer may take.
    static let limit = Duration.seconds(3)

    /// Looks the name up (`getaddrinfo(3)`), on a thread of its own that is left to itself when it is late.
    static func run(_ name: String = name, limit: Duration = limit, clocks: Clocks = .system) async -> Result {
        let race = Race()
        do throws(SystemCallError) {
            try startOwnedThread(named: "lookup") { race.settle(lookUp(name)) }
        } catch {
            return .failed("\(error)")
        }
        let timer = Task {
            // Ended early by cancellation, when there is an answer already.
            try? await clocks.wait(clocks.monotonic().advanced(by: limit))
            race.settle(.late)
        }
        defer { timer.cancel() }
        return await race.result()
    }

    private static func lookUp(_ name: String) -> Result {
        var addresses: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(name, nil, nil, &addresses)
        defer { if let addresses = unsafe addresses { unsafe freeaddrinfo(addresses) } }
        guard code != 0 else { return .found }
        return .failed(unsafe gai_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)")
    }
}

/// The first of two answers.
private final class Race: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<NameLookup.Result, Never>)
        case settled(NameLookup.Result)
    }

    private let state = Mutex(State.open)

    /// Gives an answer; the second one is dropped.
    func settle(_ answer: NameLookup.Result) {
        let waiter = state.withLock { state -> CheckedContinuation<NameLookup.Result, Never>? in
            switch state {
            case .settled: return nil
            case .open:
                state = .settled(answer)
                return nil
            case .awaited(let continuation):
                state = .settled(answer)
                return continuation
            }
        }
        waiter?.resume(returning: answer)
    }

    /// The answer, waited for by one task.
    func result() async -> NameLookup.Result {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> NameLookup.Result? in
                if case .settled(let answer) = state { return answer }
                state = .awaited(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }
}
