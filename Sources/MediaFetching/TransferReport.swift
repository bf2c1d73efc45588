/// What one fetch came to and how long its parts took, for metrics.
package struct TransferReport: Sendable, Equatable {
    /// One for each request that was sent or tried, redirects included.
    package var hops: [HopPhases]
    /// How long the fetch waited for its turn, over all hops.
    package var waited: Duration
    /// From the request for it to its end, by the fetcher's own clock.
    package var total: Duration
    /// Decoded body bytes consumed, also of a body that did not come whole.
    package var bytes: Int64
    /// Whether the origin confirmed what we hold.
    package var notModified: Bool
    /// Why it failed; nil for success.
    package var reason: FetchFailure.Reason?
    /// The names of the rules that refused addresses, one for each address (`AddressRules.refusalNames`).
    package var refusals: [String]
    /// Why it was tried again, one for each retry.
    package var retries: [RetryCause] = []
    /// How many of the retries went on where the body had broken off.
    package var resumed = 0
}
