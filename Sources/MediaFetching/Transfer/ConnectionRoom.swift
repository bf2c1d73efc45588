/// The connections that active transfers need, and the limits on them. Pure.
///
/// A connection carries one transfer, or many once its origin is known to speak HTTP/2.
struct ConnectionRoom: Sendable {
    /// The transfers that one HTTP/2 connection carries.
    static let transfersPerConnection = 100
    /// The most origins remembered for speaking HTTP/2.
    private static let mostMultiplexing = 4096

    private let maxPerOrigin: Int
    private let maxTotal: Int
    private var active: [Origin: Int] = [:]
    private var multiplexing: Set<Origin> = []
    /// Connections that the active transfers need.
    private(set) var connections = 0

    /// Room within limits on connections, each at least 1.
    init(maxPerOrigin: Int, maxTotal: Int) {
        self.maxPerOrigin = max(1, maxPerOrigin)
        self.maxTotal = max(1, maxTotal)
    }

    /// Whether one more transfer of `origin` keeps the limits.
    func fits(_ origin: Origin) -> Bool {
        let count = active[origin] ?? 0
        let connectionsThen = needed(count + 1, origin)
        return connectionsThen <= maxPerOrigin && connections + connectionsThen - needed(count, origin) <= maxTotal
    }

    /// One more transfer of `origin` is active.
    mutating func take(_ origin: Origin) {
        setActive((active[origin] ?? 0) + 1, origin)
    }

    /// An active transfer of `origin` has ended.
    mutating func giveBack(_ origin: Origin) {
        guard let count = active[origin] else { return }
        setActive(count - 1, origin)
    }

    /// Remembers how many transfers a connection to `origin` carries, as its last answer showed.
    mutating func learn(_ origin: Origin, isMultiplexed: Bool) {
        guard multiplexing.contains(origin) != isMultiplexed else { return }
        connections -= needed(active[origin] ?? 0, origin)
        if isMultiplexed {
            if multiplexing.count >= ConnectionRoom.mostMultiplexing {
                multiplexing = multiplexing.filter { active[$0] != nil }
            }
            multiplexing.insert(origin)
        } else {
            multiplexing.remove(origin)
        }
        connections += needed(active[origin] ?? 0, origin)
    }

    private func needed(_ transfers: Int, _ origin: Origin) -> Int {
        guard multiplexing.contains(origin) else { return transfers }
        return (transfers + ConnectionRoom.transfersPerConnection - 1) / ConnectionRoom.transfersPerConnection
    }

    private mutating func setActive(_ count: Int, _ origin: Origin) {
        connections += needed(count, origin) - needed(active[origin] ?? 0, origin)
        active[origin] = count > 0 ? count : nil
    }
}
