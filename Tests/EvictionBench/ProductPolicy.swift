import AttachmentCache

/// The product's own decisions, and its own memories of uses and of what went; the queues are here instead of in the index.
///
/// As there, room is made from the high mark down to the low one, in steps that see the 64 first of each queue: it keeps a
/// twentieth to a tenth of its limit free, which the other policies here do not.
struct ProductPolicy: ReplacementPolicy {
    private static let step = 64

    private let limit: Int64
    private let sizes: [Int64]
    private let names: [BlobName]
    private var used: Int64 = 0
    private var smallBytes: Int64 = 0
    private var queue: [S3FIFO.Queue?]
    private var small: ObjectQueue
    private var main: ObjectQueue
    private var uses = UseCounters()
    private var ghosts: GhostRing

    init(limit: Int64, sizes: [Int64]) {
        self.limit = limit
        self.sizes = sizes
        names = sizes.indices.compactMap { object in
            SHA256.digest(ofText: "\(object)").flatMap { BlobName(digest: $0, fileExtension: "jpg") }
        }
        queue = [S3FIFO.Queue?](repeating: nil, count: sizes.count)
        small = ObjectQueue(count: sizes.count)
        main = small
        ghosts = GhostRing(capacity: 131_072, byteLimit: EvictionPlan.mark(90, of: limit))
    }

    mutating func ask(_ object: Int) -> Bool {
        let tag = BlobTag(names[object].digest)
        if queue[object] != nil {
            uses.count(tag)
            return true
        }
        guard sizes[object] <= limit else { return false }
        while case let plan = plan(for: sizes[object]), plan.isNeeded, makeRoom(plan) {}
        enter(object, ghosts.contains(tag.high) ? .main : .small)
        used += sizes[object]
        return false
    }

    private func plan(for needed: Int64) -> EvictionPlan {
        var ledger = RoomLedger(limit: limit)
        ledger.setUsed(used)
        return EvictionPlan(ledger, needed: needed)
    }

    private mutating func makeRoom(_ plan: EvictionPlan) -> Bool {
        var plan = plan
        var round = EvictionRound(
            smallBytes: smallBytes, limit: limit, small: small.prefix(ProductPolicy.step).map(candidate),
            main: main.prefix(ProductPolicy.step).map(candidate))
        var isDone = false
        while plan.isNeeded, var next = round.next() {
            isDone = true
            let object = Int(next.id)
            let tag = BlobTag(next.name.digest)
            next.uses = uses.uses(tag)
            switch S3FIFO.fate(of: next) {
            case .evicted:
                leave(object, next.queue)
                used -= sizes[object]
                plan.free(next.allocated)
                round.left(next)
                if next.queue == .small { ghosts.insert(tag.high, bytes: next.allocated) }
            case .moved(let queue, let left):
                leave(object, next.queue)
                enter(object, queue)
                uses.set(tag, left)
                if queue != next.queue { round.left(next) }
            }
        }
        return isDone
    }

    private func candidate(_ object: Int) -> S3FIFO.Candidate {
        S3FIFO.Candidate(
            id: Int64(object), name: names[object], allocated: sizes[object], queue: queue[object] ?? .small, uses: 0)
    }

    private mutating func enter(_ object: Int, _ into: S3FIFO.Queue) {
        queue[object] = into
        switch into {
        case .small:
            small.append(object)
            smallBytes += sizes[object]
        case .main: main.append(object)
        }
    }

    private mutating func leave(_ object: Int, _ from: S3FIFO.Queue) {
        queue[object] = nil
        switch from {
        case .small:
            small.remove(object)
            smallBytes -= sizes[object]
        case .main: main.remove(object)
        }
    }
}
