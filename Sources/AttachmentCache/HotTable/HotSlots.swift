/// A bounded table of entries with second-chance replacement: pure, not synchronised, every step constant in time but
/// `remove(blob:)`, which passes over one number a slot.
///
/// Slots are dense; a removal moves the last one into the gap. A find sets a mark in memory and nothing else.
struct HotSlots {
    private struct Slot {
        var key: ExactText
        var entry: HotEntry
        /// Found since the hand last passed.
        var isUsed = false
    }

    /// The hand gives at most so many slots their second chance before it takes one all the same.
    private static let chances = 8
    private static let noBlob: Int64 = .min

    /// The most entries.
    let capacity: Int
    private var slots: [Slot] = []
    /// Parallel to the slots, so that looking for a blob reads little memory.
    private var blobs: [Int64] = []
    private var positions: [ExactText: Int] = [:]
    private var hand = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// How many entries there are.
    var count: Int { slots.count }

    /// The entry of a key, which is marked as used.
    mutating func find(_ key: String) -> HotEntry? {
        guard let position = positions[ExactText(key)] else { return nil }
        slots[position].isUsed = true
        return slots[position].entry
    }

    /// Keeps an entry, in place of its key's old one or, where there is no room, of one that was not found lately.
    mutating func put(_ entry: HotEntry) {
        let key = ExactText(entry.entry.key)
        let blob = entry.blobRow ?? HotSlots.noBlob
        if let position = positions[key] {
            slots[position].entry = entry
            blobs[position] = blob
        } else if slots.count < capacity {
            positions[key] = slots.count
            slots.append(Slot(key: key, entry: entry))
            blobs.append(blob)
        } else {
            let position = nextVictim()
            positions[slots[position].key] = nil
            positions[key] = position
            slots[position] = Slot(key: key, entry: entry)
            blobs[position] = blob
        }
    }

    /// Forgets a key.
    mutating func remove(_ key: String) {
        guard let position = positions[ExactText(key)] else { return }
        remove(at: position)
    }

    /// Forgets every key that names a blob.
    mutating func remove(blob: Int64) {
        // From the end, so that what a removal moves has been looked at.
        for position in blobs.indices.reversed() where blobs[position] == blob { remove(at: position) }
    }

    /// Forgets everything.
    mutating func removeAll() {
        self = HotSlots(capacity: capacity)
    }

    private mutating func nextVictim() -> Int {
        for _ in 0..<HotSlots.chances {
            if hand >= slots.count { hand = 0 }
            guard slots[hand].isUsed else { break }
            slots[hand].isUsed = false
            hand += 1
        }
        if hand >= slots.count { hand = 0 }
        defer { hand += 1 }
        return hand
    }

    private mutating func remove(at position: Int) {
        positions[slots[position].key] = nil
        let lastSlot = slots.removeLast()
        let lastBlob = blobs.removeLast()
        guard position < slots.count else { return }
        slots[position] = lastSlot
        blobs[position] = lastBlob
        positions[lastSlot.key] = position
    }
}
