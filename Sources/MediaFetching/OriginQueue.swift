/// Which transfer may start next: first come first served within an origin, in turns between origins, within the limits
/// on connections. Pure.
///
/// A connection carries one transfer, or many once its origin is known to speak HTTP/2.
struct OriginQueue: Sendable {
    /// The transfers that one HTTP/2 connection carries.
    static let transfersPerConnection = 100
    /// The most origins remembered for speaking HTTP/2.
    private static let mostMultiplexing = 4096

    private let maxPerOrigin: Int
    private let maxTotal: Int
    private var lines: [Origin: Line] = [:]
    /// Origins with a line, each once; the next turn is at `turn`.
    private var turns: [Origin] = []
    private var turn = 0
    private var active: [Origin: Int] = [:]
    private var multiplexing: Set<Origin> = []
    /// Connections that the active transfers need.
    private(set) var connections = 0

    /// The waiting transfers of one origin.
    private struct Line: Sendable {
        var ids: [UInt64] = []
        var head = 0
        var withdrawn: Set<UInt64> = []

        var waiting: Int { ids.count - head - withdrawn.count }

        /// Takes the first that still waits.
        mutating func next() -> UInt64? {
            while head < ids.count {
                let id = ids[head]
                head += 1
                if withdrawn.remove(id) == nil { return id }
            }
            return nil
        }

        /// Gives memory back once most of it is past.
        mutating func compact() {
            guard head > 64, head > ids.count / 2 else { return }
            ids.removeFirst(head)
            head = 0
        }

        /// Takes one out of the middle.
        mutating func withdraw(_ id: UInt64) {
            withdrawn.insert(id)
            guard withdrawn.count > 64, withdrawn.count > (ids.count - head) / 2 else { return }
            ids = ids[head...].filter { !withdrawn.contains($0) }
            head = 0
            withdrawn = []
        }
    }

    /// A queue with limits on connections, each at least 1.
    init(maxPerOrigin: Int, maxTotal: Int) {
        self.maxPerOrigin = max(1, maxPerOrigin)
        self.maxTotal = max(1, maxTotal)
    }

    /// Puts a transfer at the end of its origin's line.
    mutating func add(_ id: UInt64, _ origin: Origin) {
        if lines[origin] == nil { turns.append(origin) }
        lines[origin, default: Line()].ids.append(id)
    }

    /// Takes a waiting transfer out; it must be waiting.
    mutating func withdraw(_ id: UInt64, _ origin: Origin) {
        lines[origin]?.withdraw(id)
        if lines[origin]?.waiting == 0 { dropLine(origin) }
    }

    /// Lets the next transfer start, and counts it as active; nil if none waits or the limits hold all back.
    mutating func next() -> UInt64? {
        for step in 0..<turns.count {
            let index = (turn + step) % turns.count
            let origin = turns[index]
            let count = active[origin] ?? 0
            let more = needed(count + 1, origin) - needed(count, origin)
            guard needed(count + 1, origin) <= maxPerOrigin, connections + more <= maxTotal,
                let id = lines[origin]?.next()
            else { continue }
            setActive(count + 1, origin)
            turn = index + 1
            if lines[origin]?.waiting == 0 { dropLine(origin) } else { lines[origin]?.compact() }
            return id
        }
        return nil
    }

    /// An active transfer of `origin` has ended.
    mutating func finished(_ origin: Origin) {
        guard let count = active[origin] else { return }
        setActive(count - 1, origin)
    }

    /// Remembers how many transfers a connection to `origin` carries, as its last answer showed.
    mutating func learn(_ origin: Origin, isMultiplexed: Bool) {
        guard multiplexing.contains(origin) != isMultiplexed else { return }
        connections -= needed(active[origin] ?? 0, origin)
        if isMultiplexed {
            if multiplexing.count >= OriginQueue.mostMultiplexing {
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
        return (transfers + OriginQueue.transfersPerConnection - 1) / OriginQueue.transfersPerConnection
    }

    private mutating func setActive(_ count: Int, _ origin: Origin) {
        connections += needed(count, origin) - needed(active[origin] ?? 0, origin)
        active[origin] = count > 0 ? count : nil
    }

    private mutating func dropLine(_ origin: Origin) {
        lines[origin] = nil
        guard let index = turns.firstIndex(of: origin) else { return }
        turns.remove(at: index)
        if index < turn { turn -= 1 }
    }
}
