import Synchronization

/// The rules in force, which may change while transfers run: pooled connections are judged by the newest.
final class AddressGuard: Sendable {
    private let state: Mutex<URLRules>

    init(_ rules: URLRules) {
        state = Mutex(rules)
    }

    /// The rules at this moment.
    var rules: URLRules {
        state.withLock { $0 }
    }

    /// Takes other ports as this process's own.
    func setOwnPorts(_ ports: Set<UInt16>) {
        state.withLock { $0.addresses.ownPorts = ports }
    }
}
