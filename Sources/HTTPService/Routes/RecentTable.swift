/// A table bounded in number and in cost, the oldest going first, which knows of keys that it does not hold whether they
/// came before. Pure; every step but the putting of something costly is constant in time.
struct RecentTable<Key: Hashable, Value> {
    private struct Kept {
        let value: Value
        let cost: Int
    }

    /// Keys whose hashes are remembered.
    private static var memory: Int { 4_096 }

    private let capacity: Int
    private let costLimit: Int
    private var kept: [Key: Kept] = [:]
    /// The keys from the oldest on; those before `first` are gone.
    private var order: [Key] = []
    private var first = 0
    private var seen: [UInt32]
    /// The sum of what is kept.
    private(set) var cost = 0

    /// An empty table; nothing that costs more than a sixteenth of the limit is kept.
    init(capacity: Int, cost: Int) {
        self.capacity = max(1, capacity)
        costLimit = max(0, cost)
        seen = [UInt32](repeating: 0, count: Self.memory)
    }

    /// How many values there are.
    var count: Int { kept.count }

    /// The value of a key.
    func find(_ key: Key) -> Value? {
        kept[key]?.value
    }

    /// Remembers a key, at the cost of another; whether it was remembered already, or is likely to have been.
    mutating func note(_ key: Key) -> Bool {
        let hash = UInt64(truncatingIfNeeded: key.hashValue)
        let place = Int(hash % UInt64(Self.memory))
        // Zero stands for nothing.
        let mark = UInt32(truncatingIfNeeded: hash >> 32) | 1
        if seen[place] == mark { return true }
        seen[place] = mark
        return false
    }

    /// Keeps a value, in place of the key's old one, and lets the oldest go until there is room.
    mutating func put(_ value: Value, for key: Key, cost: Int) {
        guard cost >= 0, cost <= costLimit / 16 else { return }
        let old = kept.updateValue(Kept(value: value, cost: cost), forKey: key)
        self.cost += cost - (old?.cost ?? 0)
        if old == nil { order.append(key) }
        while kept.count > capacity || self.cost > costLimit, first < order.count {
            if let gone = kept.removeValue(forKey: order[first]) { self.cost -= gone.cost }
            first += 1
        }
        guard first >= capacity else { return }
        order.removeFirst(first)
        first = 0
    }
}
