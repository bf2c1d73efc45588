/// The verdicts on the last so many distinct URLs, in the order in which they were reached. Pure; bounded memory.
struct RecentVerdicts: Sendable {
    private struct Slot {
        let key: URLFingerprint
        let verdict: PrewarmVerdict
    }

    private let capacity: Int
    private var slots: [Slot] = []
    private var positions: [URLFingerprint: Int] = [:]
    private var next = 0

    /// A window of `capacity` URLs, at least 1.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// The verdict on a URL of the window.
    subscript(key: URLFingerprint) -> PrewarmVerdict? {
        positions[key].map { slots[$0].verdict }
    }

    /// Takes a URL in, in place of the oldest one where the window is full; does nothing for one that is there.
    mutating func add(_ key: URLFingerprint, _ verdict: PrewarmVerdict) {
        guard positions[key] == nil else { return }
        let slot = Slot(key: key, verdict: verdict)
        if slots.count < capacity {
            positions[key] = slots.count
            slots.append(slot)
        } else {
            positions[slots[next].key] = nil
            slots[next] = slot
            positions[key] = next
            next = (next + 1) % capacity
        }
    }
}
