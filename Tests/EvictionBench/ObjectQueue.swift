/// Objects in an order, each at most once: a list in arrays, so that each step costs the same.
struct ObjectQueue {
    private static let none = -1

    private var after: [Int]
    private var before: [Int]
    /// The object that goes first; nil for an empty queue.
    var first: Int? { head == ObjectQueue.none ? nil : head }
    private var head = ObjectQueue.none
    private var tail = ObjectQueue.none

    /// An empty queue of objects below `count`.
    init(count: Int) {
        after = [Int](repeating: ObjectQueue.none, count: count)
        before = after
    }

    /// The object behind another, which must be in the queue.
    func next(_ object: Int) -> Int? {
        after[object] == ObjectQueue.none ? nil : after[object]
    }

    /// Puts an object that is not in the queue at its end.
    mutating func append(_ object: Int) {
        before[object] = tail
        after[object] = ObjectQueue.none
        if tail == ObjectQueue.none { head = object } else { after[tail] = object }
        tail = object
    }

    /// Takes an object out of the queue.
    mutating func remove(_ object: Int) {
        let (previous, next) = (before[object], after[object])
        if previous == ObjectQueue.none { head = next } else { after[previous] = next }
        if next == ObjectQueue.none { tail = previous } else { before[next] = previous }
    }

    /// At most `count` objects from the front on.
    func prefix(_ count: Int) -> [Int] {
        var found: [Int] = []
        var object = first
        while let current = object, found.count < count {
            found.append(current)
            object = next(current)
        }
        return found
    }
}
