/// What a flight is doing.
package enum FlightPhase: String, Sendable, CaseIterable {
    /// Looking in the cache.
    case lookup
    /// Waiting for the origin or its bytes.
    case fetch
    /// In the inspector, or waiting for one.
    case inspect
    /// Being put on the disk.
    case store
}

/// One flight in the air, for the operator.
package struct FlightSummary: Sendable, Equatable {
    /// The URL without query values (`FetchTarget.redacted`).
    package let url: String
    /// The name of the policy that judges it.
    package let policy: String
    /// What it is doing.
    package let phase: FlightPhase
    /// How long it has been in the air.
    package let age: Duration
    /// How many wait for it; 0 where it only flies on into the cache.
    package let waiters: Int

    /// A flight as it is now.
    package init(url: String, policy: String, phase: FlightPhase, age: Duration, waiters: Int) {
        self.url = url
        self.policy = policy
        self.phase = phase
        self.age = age
        self.waiters = waiters
    }
}
