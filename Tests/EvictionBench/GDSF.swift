/// Greedy-Dual-Size-Frequency: what was asked for least by its size goes, and what stays ages by that.
struct GDSF: ReplacementPolicy {
    private struct Place {
        var priority: Double
        var object: Int
    }

    private let limit: Int64
    private let sizes: [Int64]
    private var used: Int64 = 0
    private var age = 0.0
    /// Requests since the object came; 0 for one that is not kept.
    private var count: [Double]
    private var priority: [Double]
    /// A heap by priority; places whose priority is no longer the object's are passed over.
    private var heap: [Place] = []

    init(limit: Int64, sizes: [Int64]) {
        self.limit = limit
        self.sizes = sizes
        count = [Double](repeating: 0, count: sizes.count)
        priority = count
    }

    mutating func ask(_ object: Int) -> Bool {
        let isHit = count[object] > 0
        if !isHit {
            guard sizes[object] <= limit else { return false }
            while used + sizes[object] > limit, let place = pop() {
                guard count[place.object] > 0, priority[place.object] == place.priority else { continue }
                age = place.priority
                count[place.object] = 0
                used -= sizes[place.object]
            }
            used += sizes[object]
        }
        count[object] += 1
        priority[object] = age + count[object] / Double(sizes[object])
        push(Place(priority: priority[object], object: object))
        return isHit
    }

    private mutating func push(_ place: Place) {
        heap.append(place)
        var child = heap.count - 1
        while child > 0, heap[(child - 1) / 2].priority > heap[child].priority {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func pop() -> Place? {
        guard let top = heap.first else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].priority < heap[least].priority { least = child }
            }
            guard least != parent else { return top }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
