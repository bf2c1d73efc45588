/// The object that was not asked for for the longest time goes.
struct LRU: ReplacementPolicy {
    private let limit: Int64
    private let sizes: [Int64]
    private var used: Int64 = 0
    private var isKept: [Bool]
    private var queue: ObjectQueue

    init(limit: Int64, sizes: [Int64]) {
        self.limit = limit
        self.sizes = sizes
        isKept = [Bool](repeating: false, count: sizes.count)
        queue = ObjectQueue(count: sizes.count)
    }

    mutating func ask(_ object: Int) -> Bool {
        if isKept[object] {
            queue.remove(object)
            queue.append(object)
            return true
        }
        guard sizes[object] <= limit else { return false }
        while used + sizes[object] > limit, let victim = queue.first {
            queue.remove(victim)
            isKept[victim] = false
            used -= sizes[victim]
        }
        queue.append(object)
        isKept[object] = true
        used += sizes[object]
        return false
    }
}
