import Synchronization

/// The flights that the lists of one process may have in the air, which share them.
///
/// Each flight costs memory from its turn on, so that room for all lists must not grow with their number.
package final class PrewarmRoom: Sendable {
    /// The most flights beside those that have a connection: while they are inspected and stored, others transfer.
    static let mostBeside = 128

    private let connectionsPerOrigin: Int
    private let connections: Int
    /// How many lists share at least, so that the first does not take what the next will want.
    private let leastLists: Int
    private let fixed: PrewarmLimits?
    private let lists = Atomic(0)

    /// Room for a fetcher of so many connections, usually shared by so many lists.
    package init(connectionsPerOrigin: Int, connections: Int, lists: Int = 1) {
        self.connectionsPerOrigin = PrewarmRoom.flights(connectionsPerOrigin)
        self.connections = PrewarmRoom.flights(connections)
        leastLists = max(1, lists)
        fixed = nil
    }

    /// Room of each list's own.
    package init(eachList limits: PrewarmLimits = PrewarmLimits()) {
        (connectionsPerOrigin, connections, leastLists) = (1, 1, 1)
        fixed = limits
    }

    /// The limits of one list while there are as many as now.
    var limits: PrewarmLimits {
        if let fixed { return fixed }
        let share = max(leastLists, lists.load(ordering: .relaxed))
        var limits = PrewarmLimits()
        limits.inFlightPerOrigin = connectionsPerOrigin / share + 4
        limits.inFlight = max(limits.inFlightPerOrigin, connections / share)
        return limits
    }

    /// Another list shares from now on, until `leave`.
    func enter() {
        lists.add(1, ordering: .relaxed)
    }

    /// A list has ended.
    func leave() {
        lists.subtract(1, ordering: .relaxed)
    }

    private static func flights(_ connections: Int) -> Int {
        let bounded = min(max(1, connections), 10_000)
        return bounded + min(bounded, mostBeside)
    }
}
