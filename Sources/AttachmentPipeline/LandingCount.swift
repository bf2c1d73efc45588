/// Whether enough flights have landed for it to be worth while to give memory back: pure.
struct LandingCount: Sendable {
    /// The flights that are worth it; fewer leave less free than looking for it costs.
    static let enough = 256

    private var landed = 0

    /// Another flight has landed, the last one in the air or not.
    ///
    /// - Returns: whether it is quiet now after many; the count begins anew then.
    mutating func add(isLast: Bool) -> Bool {
        landed = min(landed + 1, LandingCount.enough)
        guard isLast, landed == LandingCount.enough else { return false }
        landed = 0
        return true
    }
}
