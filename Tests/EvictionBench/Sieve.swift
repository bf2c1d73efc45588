/// SIEVE (Zhang and others, NSDI 2024): a queue by age with a hand that spares once what was asked for.
struct Sieve: ReplacementPolicy {
    private let limit: Int64
    private let sizes: [Int64]
    private var used: Int64 = 0
    private var isKept: [Bool]
    private var isVisited: [Bool]
    /// The oldest first.
    private var queue: ObjectQueue
    private var hand: Int?

    init(limit: Int64, sizes: [Int64]) {
        self.limit = limit
        self.sizes = sizes
        isKept = [Bool](repeating: false, count: sizes.count)
        isVisited = isKept
        queue = ObjectQueue(count: sizes.count)
    }

    mutating func ask(_ object: Int) -> Bool {
        if isKept[object] {
            isVisited[object] = true
            return true
        }
        guard sizes[object] <= limit else { return false }
        while used + sizes[object] > limit, evict() {}
        queue.append(object)
        isKept[object] = true
        isVisited[object] = false
        used += sizes[object]
        return false
    }

    private mutating func evict() -> Bool {
        guard var current = hand ?? queue.first else { return false }
        while isVisited[current] {
            isVisited[current] = false
            guard let next = queue.next(current) ?? queue.first else { return false }
            current = next
        }
        hand = queue.next(current)
        queue.remove(current)
        isKept[current] = false
        used -= sizes[current]
        return true
    }
}
