import Telemetry

/// The index on its own thread: nobody else touches SQLite's writing connection, and nothing here is ever concurrent.
///
/// Changes that come while a commit waits for the disk are committed together by the next one. Removing a blob's row
/// and its file is one step of this actor, and the file of a digest that is being placed stays: a nameless file that got
/// its name and lost it cannot be named again (`linkat` says `ENOENT`).
actor CacheIndex {
    /// What a change led to, where there was no error.
    enum Answer: Sendable, Equatable {
        /// It is committed.
        case done
        /// Somebody else removed or replaced the blob's file since it was placed.
        case vanished
        /// The entry names a digest that has no row.
        case blobGone
    }

    /// A change that may share a commit with others.
    enum Change: Sendable {
        /// A blob's row, and that of an entry which names it; durable only with an entry, except under `full`.
        case blob(BlobPlacer.Placed, MediaDescription, CacheEntry?)
        /// An entry's row.
        case entry(CacheEntry)
    }

    private typealias Waiter = CheckedContinuation<Result<Answer, CacheError>, Never>

    nonisolated let layout: CacheLayout
    nonisolated let room: Room
    nonisolated let counters: CacheCounters
    nonisolated let hot = HotTable()
    nonisolated let uses = BlobUses()
    private let executor: ThreadExecutor
    let configuration: CacheConfiguration
    let clocks: Clocks
    nonisolated let calls: FileSystemCalls
    let file: IndexFile
    let boot: String
    /// Held for as long as the index may write.
    private let lock: CacheLock
    private var database: IndexDatabase?
    private var waiting: [(change: Change, waiter: Waiter)] = []
    private var commitIsDue = false
    /// The blob that was stored last, which its entry is about to name.
    var newestBlob: Int64?
    /// What went from the small queue lately.
    var ghosts: GhostRing
    /// Whether an eviction is queued for this thread.
    var evictionIsDue = false
    /// Whether pins have given way since the last minute.
    var pinsGaveWay = false
    private var lastSequence: Int64 = 0
    /// How many publications of a digest are between their start and their row.
    private var placing: [Digest: Int] = [:]

    /// What a row of a blob that was stored now says of the sync.
    var unsyncedBoot: String? {
        configuration.durability == .none ? boot : nil
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// An index that is not open yet; starts its thread.
    init(
        file: IndexFile, configuration: CacheConfiguration, lock: CacheLock, room: Room, counters: CacheCounters,
        boot: String
    ) throws(SystemCallError) {
        executor = try ThreadExecutor(name: "cache-index")
        layout = file.layout
        clocks = file.clocks
        calls = file.calls
        self.file = file
        self.configuration = configuration
        self.lock = lock
        self.room = room
        self.counters = counters
        self.boot = boot
        ghosts = GhostRing(capacity: 131_072, byteLimit: EvictionPlan.mark(90, of: room.current.limit))
    }

    /// The next place in a queue: the time, so that it goes on after a restart without being kept.
    func nextSequence() -> Int64 {
        lastSequence = max(lastSequence &+ 1, clocks.wall().milliseconds &* 1024)
        return lastSequence
    }

    /// Opens the file. Returns whether blobs without rows are to be looked for: after an unclean stop or a lost index.
    func open() throws(CacheError) -> Bool {
        let (opened, isNew) = try file.open()
        database = opened
        do throws(CacheError) {
            return try begin() || isNew
        } catch {
            // Damage beyond the first page shows only now; `attempt` has put a new index in its place.
            guard counters.current.indexesSetAside > 0 else { throw error }
            _ = try begin()
            return true
        }
    }

    private func begin() throws(CacheError) -> Bool {
        try attempt { database throws(SQLiteError) in
            let wasClosed = try database.wasClosed()
            try database.setClosed(false)
            room.setUsed(try database.totals().allocatedBytes)
            return !wasClosed
        }
    }

    /// Commits what waits, notes a clean stop, closes the file and gives the lock back. Nothing works after that.
    func close() throws(CacheError) {
        guard database != nil else { return }
        commit()
        // What this loses is only who was used how often.
        _ = Result { () throws(CacheError) in try recordUses() }
        defer {
            database = nil
            hot.removeAll()
            lock.release()
        }
        try attempt { database throws(SQLiteError) in
            try database.setClosed(true)
            try database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// Puts everything that was committed on the disk.
    func settle() throws(CacheError) {
        guard configuration.durability != .none else { return }
        try attempt { database throws(SQLiteError) in
            try database.connection.execute("PRAGMA synchronous = FULL")
            // The commit of any change puts the whole log on the disk.
            try database.noteSettled()
        }
    }

    /// Makes a change together with the others that wait; returns when it is committed.
    func make(_ change: Change) async throws(CacheError) -> Answer {
        let result: Result<Answer, CacheError> = await withCheckedContinuation { waiter in
            waiting.append((change, waiter))
            guard !commitIsDue else { return }
            commitIsDue = true
            // Runs behind the changes that are queued for this thread already, so that they share its commit.
            Task { commit() }
        }
        return try result.get()
    }

    /// The entry of a key.
    func entry(_ key: String) throws(CacheError) -> StoredEntry? {
        try attempt { database throws(SQLiteError) in try database.entry(key) }
    }

    /// The blob of a digest.
    func blob(_ digest: Digest) throws(CacheError) -> StoredBlob? {
        try attempt { database throws(SQLiteError) in try database.blob(digest) }
    }

    /// What the index holds.
    func totals() throws(CacheError) -> CacheTotals {
        try attempt { database throws(SQLiteError) in try database.totals() }
    }

    /// Removes the entry of a key; its blob stays.
    func removeEntry(_ key: String) throws(CacheError) {
        try attempt { database throws(SQLiteError) in
            guard let found = try database.entry(key) else { return }
            try database.remove(found)
        }
    }

    /// Notes that a blob's changed file was found to be right.
    func confirm(_ blob: StoredBlob, _ status: FileStatus) throws(CacheError) {
        try change { database throws(SQLiteError) in
            guard try database.blob(id: blob.id)?.identity == blob.identity else { return }
            // What was written in this boot without a sync may have been read from memory alone.
            try database.confirm(blob.id, status, unsyncedBoot: blob.unsyncedBoot == boot ? boot : nil)
        }
    }

    /// Removes a blob, its file and its entries, unless it was stored anew since `blob` was read.
    ///
    /// Returns whether it was removed.
    func drop(_ blob: StoredBlob) throws(CacheError) -> Bool {
        let dropped = try change { database throws(SQLiteError) in
            guard try database.blob(id: blob.id)?.identity == blob.identity else { return false }
            try database.removeBlob(id: blob.id)
            return true
        }
        if dropped { removeFiles([blob.name]) }
        return dropped
    }

    /// Keeps whatever file a digest has from being removed, until `endPlacing`; its row may go.
    func beginPlacing(_ digest: Digest) {
        placing[digest, default: 0] += 1
    }

    /// Whether a publication of the digest is on its way.
    func isBeingPlaced(_ digest: Digest) -> Bool {
        placing[digest] != nil
    }

    /// Ends what `beginPlacing` began.
    func endPlacing(_ digest: Digest) {
        guard let count = placing[digest] else { return }
        placing[digest] = count > 1 ? count - 1 : nil
    }

    /// Removes a file that was placed by a publication that failed, unless its digest has a row all the same.
    func abandon(_ name: BlobName, _ inode: Int64?) {
        endPlacing(name.digest)
        let path = layout.path(name)
        guard let inode, let found = try? calls.statusAt(path), found.identity.inode == inode else { return }
        let row = Result { () throws(CacheError) in try blob(name.digest) }
        guard case .success(nil) = row else { return }
        removeFiles([name])
    }

    /// Runs `body` in one transaction, and counts the room anew.
    func change<Value>(
        _ body: (IndexDatabase) throws(SQLiteError) -> Value
    ) throws(CacheError) -> Value {
        try attempt { database throws(SQLiteError) in
            let value = try database.connection.transaction { () throws(SQLiteError) in try body(database) }
            room.setUsed(try database.totals().allocatedBytes)
            return value
        }
    }

    /// Runs `body` on the open index, and has the hot table follow what it changed; an index that turns out to be damaged
    /// is replaced for whoever comes next.
    func attempt<Value>(_ body: (IndexDatabase) throws(SQLiteError) -> Value) throws(CacheError) -> Value {
        guard let database else { throw .storageError("the cache is closed") }
        do throws(SQLiteError) {
            let value = try body(database)
            hot.follow(database.takeChanges(), committed: true, boot: boot)
            return value
        } catch {
            hot.follow(database.takeChanges(), committed: false, boot: boot)
            if error.kind == .damaged { replace(error) }
            throw CacheError(error)
        }
    }

    /// Removes the files of blobs whose rows are gone, but for digests that are being placed.
    func removeFiles(_ names: [BlobName]) {
        for name in names where placing[name.digest] == nil {
            do throws(SystemCallError) {
                try calls.remove(layout.path(name))
            } catch {
                if !error.meansGone { counters.update { $0.removalsFailed += 1 } }
            }
        }
    }

    private func replace(_ error: SQLiteError) {
        database = nil
        hot.removeAll()
        counters.update { $0.indexesSetAside += 1 }
        let unusable = IndexDatabase.Unusable(kind: "damaged", detail: error.description)
        // If even this fails, every later call says that the cache is closed, and the next start tries again.
        _ = Result { () throws(CacheError) in
            try file.setAside(unusable)
            database = try file.open().database
            room.setUsed(0)
        }
    }

    private func commit() {
        commitIsDue = false
        let batch = waiting
        waiting = []
        guard !batch.isEmpty else { return }
        let result = Result { () throws(CacheError) in try commit(batch.map(\.change)) }
        switch result {
        case .success(let answers):
            for ((_, waiter), answer) in zip(batch, answers) { waiter.resume(returning: .success(answer)) }
        case .failure(let error):
            for (_, waiter) in batch { waiter.resume(returning: .failure(error)) }
        }
        makeRoomLater()
    }

    private func commit(_ changes: [Change]) throws(CacheError) -> [Answer] {
        let durable = changes.contains { change in
            if case .blob(_, _, nil) = change { return configuration.durability == .full }
            return configuration.durability != .none
        }
        try attempt { database throws(SQLiteError) in
            if configuration.durability == .none {
                try database.connection.execute("PRAGMA synchronous = OFF")
            } else if durable {
                try database.connection.execute("PRAGMA synchronous = FULL")
            } else {
                try database.connection.execute("PRAGMA synchronous = NORMAL")
            }
        }
        return try change { database throws(SQLiteError) in
            var answers: [Answer] = []
            for change in changes { answers.append(try apply(change, to: database)) }
            try trim(database)
            return answers
        }
    }

    private func apply(_ change: Change, to database: IndexDatabase) throws(SQLiteError) -> Answer {
        switch change {
        case .blob(let placed, let description, let entry):
            guard let found = try? calls.statusAt(placed.path), found.identity == placed.status.identity else {
                return .vanished
            }
            let digest = placed.name.digest
            let isBack = ghosts.contains(BlobTag(digest).high)
            newestBlob = try database.put(
                StoredBlob.values(
                    placed.name, description, identity: found.identity, allocated: found.allocated,
                    storedAt: clocks.wall(), unsyncedBoot: unsyncedBoot,
                    place: BlobPlace(
                        queue: isBack ? .main : .small, sequence: nextSequence(),
                        pinnedUntil: WallTime(milliseconds: 0))))
            uses.forgetPin(digest)
            return try entry.map { entry throws(SQLiteError) in try apply(.entry(entry), to: database) } ?? .done
        case .entry(let entry):
            var row: StoredBlob?
            if case .blob(let blob) = entry.content {
                row = try database.blob(blob.digest)
                if row == nil { return .blobGone }
            }
            try database.put(entry, blob: row)
            return .done
        }
    }

    /// Keeps the number of rows bounded, whatever URLs are asked for.
    private func trim(_ database: IndexDatabase) throws(SQLiteError) {
        let totals = try database.totals()
        // A hundredth more than needed, so that this is not done for each new row.
        func excess(_ count: Int64, _ most: Int64) -> Int64 { count > most ? count - most + most / 100 : 0 }
        let failures = excess(totals.failures, configuration.maxFailures)
        let trimmedFailures = failures > 0 ? try database.removeFirstFailures(limit: failures) : 0
        let entries = excess(totals.entries, configuration.maxEntries)
        let trimmedEntries = entries > 0 ? try database.removeOldestEntries(limit: entries) : 0
        counters.update { $0.trimmed += Int(trimmedFailures + trimmedEntries) }
    }
}
