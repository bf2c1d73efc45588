import Synchronization

/// What a client has received and not yet used.
final class ReceiveBuffer: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var hasTimedOut = false
    }

    private let state = Mutex(State())

    var bytes: [UInt8] { state.withLock { $0.bytes } }
    var hasTimedOut: Bool { state.withLock { $0.hasTimedOut } }

    func add(_ bytes: ArraySlice<UInt8>) {
        state.withLock { $0.bytes.append(contentsOf: bytes) }
    }

    func drop(_ count: Int) {
        state.withLock { $0.bytes.removeFirst(count) }
    }

    func noteTimeout() {
        state.withLock { $0.hasTimedOut = true }
    }
}
