import Telemetry

/// Making room, and the pins that keep blobs from it.
extension CacheIndex {
    /// Blobs that one step looks at; between two steps everybody else has a turn.
    private static let stepOfEviction: Int64 = 64
    /// Pins of one transaction.
    private static let stepOfPins: Int64 = 500

    /// What the disk has left; nil where it does not say.
    nonisolated var diskSpace: DiskSpace? {
        try? calls.space(layout.root)
    }

    /// Removes blobs in the background if the high mark is passed.
    func makeRoomLater() {
        guard !evictionIsDue, EvictionPlan(room.current).isNeeded else { return }
        evictionIsDue = true
        Task {
            await makeRoom()
            evictionIsDue = false
        }
    }

    /// Removes blobs until `needed` more bytes fit, the low mark is met and the disk has its floor.
    ///
    /// Ends when nothing more can go. Each step removes a blob, or moves one with fewer uses left, so the number of steps
    /// is bounded by four times the number of blobs.
    func makeRoom(for needed: Int64 = 0) async {
        guard EvictionPlan(room.current, needed: needed, disk: diskSpace).isNeeded else { return }
        await freeExpiredPins()
        while case let plan = EvictionPlan(room.current, needed: needed, disk: diskSpace), plan.isNeeded {
            let step = Result { () throws(CacheError) in
                try recordPins()
                return try evict(plan)
            }
            guard case .success(true) = step else {
                counters.update { $0.roomNotMade += 1 }
                return
            }
            await Task.yield()
        }
    }

    /// Keeps blobs from eviction until a time; digests without a blob are passed over. Takes turns with everybody else.
    func pin(_ digests: [Digest], until: WallTime) async throws(CacheError) {
        var rest = digests[...]
        while !rest.isEmpty {
            let pins = rest.prefix(Int(CacheIndex.stepOfPins)).map { ($0, until) }
            rest = rest.dropFirst(pins.count)
            try record(pins)
            await Task.yield()
        }
    }

    /// Records the pins that were noted on other threads. After an error they are noted again with the next answers.
    func recordPins() throws(CacheError) {
        var pins = uses.takePins().map { ($0.key, $0.value) }[...]
        do throws(CacheError) {
            while !pins.isEmpty {
                try record(Array(pins.prefix(Int(CacheIndex.stepOfPins))))
                pins = pins.dropFirst(Int(CacheIndex.stepOfPins))
            }
        } catch {
            uses.forgetPins()
            throw error
        }
    }

    /// Puts the blobs whose pins are over back among those that eviction looks at.
    func freeExpiredPins() async {
        let now = clocks.wall()
        var hasMore = true
        while hasMore {
            let step = Result { () throws(CacheError) in
                guard try attempt({ database throws(SQLiteError) in try database.hasPin(overBefore: now) }) else {
                    return false
                }
                return try change { database throws(SQLiteError) in
                    try database.unpin(overBefore: now, limit: CacheIndex.stepOfPins) == CacheIndex.stepOfPins
                }
            }
            // What an error leaves pinned is tried again the next time.
            hasMore = (try? step.get()) ?? false
            await Task.yield()
        }
    }

    /// Lets pins give way until they hold no more than their share.
    func boundPins() {
        // The next pin tries again.
        _ = Result { () throws(CacheError) in try record([]) }
    }

    private func record(_ pins: [(Digest, WallTime)]) throws(CacheError) {
        let limit = EvictionPlan.mark(PinRules.share, of: room.current.limit)
        let now = clocks.wall()
        let released = try change { database throws(SQLiteError) in
            for (digest, until) in pins where until > now { try database.pin(digest, until: until) }
            guard try database.places().pinnedBytes > limit else { return 0 }
            _ = try database.unpin(overBefore: now, limit: CacheIndex.stepOfPins)
            var released = 0
            while case let pinned = try database.places().pinnedBytes, pinned > limit {
                let step = try database.unpinFirst(freeing: pinned - limit, limit: CacheIndex.stepOfPins)
                guard step > 0 else { break }
                released += step
            }
            return released
        }
        guard released > 0 else { return }
        pinsGaveWay = true
        counters.update { $0.pinsGivenWay += released }
    }

    /// One step of `makeRoom`; false if it could change nothing.
    private func evict(_ plan: EvictionPlan) throws(CacheError) -> Bool {
        let limit = room.current.limit
        var moved = false
        let victims = try change { database throws(SQLiteError) -> [S3FIFO.Candidate] in
            var plan = plan
            var round = EvictionRound(
                smallBytes: try database.places().smallBytes, limit: limit, small: try head(of: .small, in: database),
                main: try head(of: .main, in: database))
            var victims: [S3FIFO.Candidate] = []
            while plan.isNeeded, var candidate = round.next() {
                let digest = candidate.name.digest
                candidate.uses = uses.uses(digest)
                switch S3FIFO.fate(of: candidate) {
                case .evicted:
                    try database.removeBlob(id: candidate.id)
                    plan.free(candidate.allocated)
                    victims.append(candidate)
                    round.left(candidate)
                case .moved(let queue, let left):
                    moved = true
                    try database.move(candidate.id, to: queue, sequence: nextSequence())
                    uses.setUses(digest, left)
                    if queue != candidate.queue { round.left(candidate) }
                }
            }
            return victims
        }
        for victim in victims where victim.queue == .small {
            ghosts.insert(BlobTag(victim.name.digest).high, bytes: victim.allocated)
        }
        removeFiles(victims.map(\.name))
        counters.update { counts in
            counts.evicted += victims.count
            counts.evictedBytes = victims.reduce(counts.evictedBytes) { saturatingSum($0, $1.allocated) }
        }
        return moved || !victims.isEmpty
    }

    /// The head of a queue without what is being stored at this moment.
    private func head(
        of queue: S3FIFO.Queue, in database: IndexDatabase
    ) throws(SQLiteError) -> [S3FIFO.Candidate] {
        try database.head(of: queue, limit: CacheIndex.stepOfEviction).filter { candidate in
            candidate.id != newestBlob && !isBeingPlaced(candidate.name.digest)
        }
    }
}
