import Glibc
import Synchronization
package import Telemetry

/// The content-addressed cache: blobs as files, what is known of URLs in an index.
///
/// One process at a time has a cache open. Nothing here blocks the caller's thread, except `BlobWriter.append`, which
/// writes into the page cache.
package final class AttachmentCache: Sendable {
    /// Threads that hash files and wait for the disk: more than `GroupSync` lets wait, so that there are some to hash.
    private static let diskThreads = 8

    let index: CacheIndex
    let calls: FileSystemCalls
    let disk: OwnedThreads
    let clocks: Clocks
    let log: Log
    let openedAt: WallTime
    let boot: String
    private let placer: BlobPlacer
    /// Nil where nothing is put on the disk.
    private let syncs: GroupSync?
    private let lock: CacheLock
    private let adoption = Mutex<Task<Void, Never>?>(nil)
    let verification = Mutex<VerifyProgress?>(nil)
    private let minutes = Mutex<Task<Void, Never>?>(nil)

    var layout: CacheLayout { index.layout }

    /// Opens the cache, made if missing, and holds its lock until `close` or the last reference goes.
    ///
    /// Waits for another holder until `deadline`, not at all for nil. Empties `tmp/`. An index that is damaged or newer is
    /// set aside and a new one made; its blobs stay, and are found again in the background. No row or blob is read, so
    /// that the time does not depend on the cache's size.
    package static func open(
        _ configuration: CacheConfiguration, clocks: Clocks, log: Log, deadline: Deadline?
    ) async throws(CacheError) -> AttachmentCache {
        try await open(
            configuration, clocks: clocks, log: log, deadline: deadline, calls: .system, hash: .standard)
    }

    /// The same with another file system, another hash of keys and another boot of the machine, for tests.
    static func open(
        _ configuration: CacheConfiguration, clocks: Clocks, log: Log, deadline: Deadline?, calls: FileSystemCalls,
        hash: KeyHash, boot: String? = nil
    ) async throws(CacheError) -> AttachmentCache {
        let opener = CacheOpener(configuration: configuration, calls: calls)
        let layout = try opener.prepareRoot()
        let holder = LockHolder(pid: getpid(), command: configuration.command, socket: configuration.socket)
        let lock = try await CacheLock.acquire(layout, holder: holder, deadline: deadline)
        try opener.prepareFolders(layout)
        let boot = boot ?? opener.bootNumber()
        let index: CacheIndex
        let disk: OwnedThreads
        do throws(SystemCallError) {
            index = try CacheIndex(
                file: IndexFile(layout: layout, hash: hash, calls: calls, clocks: clocks, log: log),
                configuration: configuration, lock: lock, room: Room(limit: configuration.maxBytes),
                counters: CacheCounters(), boot: boot)
            disk = try OwnedThreads(count: diskThreads, name: "cache-disk")
        } catch {
            throw CacheError(error)
        }
        let newFolders = NewFolders()
        let cache = AttachmentCache(
            index: index, calls: calls, disk: disk, clocks: clocks, log: log, boot: boot, lock: lock,
            placer: BlobPlacer(layout: layout, calls: calls, newFolders: newFolders),
            syncs: configuration.durability == .none
                ? nil : GroupSync(shards: layout.shards, calls: calls, disk: disk, newFolders: newFolders))
        if try await index.open() { cache.startAdoption() }
        cache.startMinutes()
        return cache
    }

    private init(
        index: CacheIndex, calls: FileSystemCalls, disk: OwnedThreads, clocks: Clocks, log: Log, boot: String,
        lock: CacheLock, placer: BlobPlacer, syncs: GroupSync?
    ) {
        self.index = index
        self.calls = calls
        self.disk = disk
        self.clocks = clocks
        self.log = log
        self.boot = boot
        self.lock = lock
        self.placer = placer
        self.syncs = syncs
        openedAt = clocks.wall()
    }

    deinit {
        minutes.withLock { $0.take() }?.cancel()
    }

    /// The absolute path of the cache's folder, free of symbolic links.
    package var directory: String {
        layout.root
    }

    /// What happened since the cache was opened.
    package var counts: CacheCounts {
        index.counters.current
    }

    /// What the disk that holds the cache has left (`statvfs(3)`); nil where it does not say.
    package var diskSpace: DiskSpace? {
        index.diskSpace
    }

    /// How much the cache holds; constant time.
    package func totals() async throws(CacheError) -> CacheTotals {
        try await index.totals()
    }

    /// Names the Unix socket on which this process serves in the lock file, for other commands to find.
    package func announce(_ holder: LockHolder) async throws(CacheError) {
        try await disk.run { [lock] () throws(CacheError) in
            do throws(SystemCallError) {
                try lock.announce(holder)
            } catch {
                throw CacheError(error)
            }
        }
    }

    /// What is known of a key, fresh or stale; nil for nothing.
    ///
    /// A blob whose file changed is hashed again first; one that is wrong or gone is dropped and counted. An index that
    /// cannot be read is a miss, and logged.
    package func lookUp(_ key: String) async -> CacheEntry? {
        await find(key)?.entry
    }

    /// The same as an object, which a frame holds by reference.
    @inline(never)
    private func find(_ key: String) async -> CacheIndex.FoundEntry? {
        do throws(CacheError) {
            guard let found = try await index.find(key, boot: boot) else { return nil }
            if found.isReady { return found }
            return try await isRight(found) ? found : nil
        } catch {
            log.event(.error, "the cache could not be read", [("detail", error.detail)])
            return nil
        }
    }

    /// The blob of a digest, checked as by `lookUp`; nil if there is none.
    package func blob(_ digest: Digest) async -> Blob? {
        do throws(CacheError) {
            guard let found = try await index.find(digest, boot: boot) else { return nil }
            guard !found.isSound else { return found.blob.blob }
            return try await isRight(found.blob) ? found.blob.blob : nil
        } catch {
            log.event(.error, "the cache could not be read", [("detail", error.detail)])
            return nil
        }
    }

    /// Removes old blobs, if need be, so that a download of so many bytes will find room. Worth a call before
    /// `makeWriter`, which cannot wait and so refuses when room must be made first.
    package func prepareRoom(expectedBytes: Int64?) async {
        let needed = RoomLedger.blocks(expectedBytes ?? BlobWriter.unknownLength)
        guard EvictionPlan(index.room.current, needed: needed, disk: index.diskSpace).isNeeded else { return }
        await index.makeRoom(for: needed)
    }

    /// A writer into a new temporary file, with room reserved: `expectedBytes`, or 1 MiB for nil; more is reserved as the
    /// bytes come.
    ///
    /// - Throws: `storageFull` (and asks for room to be made) or `storageError`.
    package func makeWriter(expectedBytes: Int64?) throws(CacheError) -> BlobWriter {
        let needed = max(0, expectedBytes ?? BlobWriter.unknownLength)
        let reservation = RoomReservation(in: index.room)
        let shortOfRoom: @Sendable () -> Void = { [index] in
            Task { await index.makeRoom(for: RoomLedger.blocks(needed)) }
        }
        guard reservation.cover(needed) else {
            shortOfRoom()
            throw .storageFull("the cache is full")
        }
        if let disk = index.diskSpace, disk.missingBytes(for: needed) > 0 || disk.missingInodes > 0 {
            shortOfRoom()
            throw .storageFull("the disk that holds the cache is nearly full")
        }
        let (file, path) = try openTemporary()
        return BlobWriter(
            file: file, temporaryPath: path, reservation: reservation, calls: calls, shortOfRoom: shortOfRoom)
    }

    /// Makes the writer's bytes a blob, whole and under its name, and remembers the entry that names it, if there is one, with
    /// the same commit; the writer is spent.
    ///
    /// Equal bytes are stored once. Under `group` a power loss may still take a blob without an entry until one is stored or
    /// `settle` returns.
    package func publish(
        _ writer: BlobWriter, fileExtension: String, description: MediaDescription,
        entry: ((Blob) -> CacheEntry?)? = nil
    ) async throws(CacheError) -> Blob {
        let (digest, bytes) = try await disk.run { () throws(CacheError) in try writer.finish() }
        guard let name = BlobName(digest: digest, fileExtension: fileExtension) else {
            throw .storageError("not a file name extension: \(fileExtension)")
        }
        await index.beginPlacing(digest)
        do throws(CacheError) {
            let blob = Blob(
                digest: digest, fileExtension: fileExtension, bytes: bytes, path: layout.path(name),
                description: description)
            try await place(writer, as: name, blob, entry.flatMap { $0(blob) })
            await index.endPlacing(digest)
            return blob
        } catch {
            // Whatever was done is undone, unless somebody else stored the same bytes meanwhile.
            let own = try? writer.file.use(calls.status)
            await index.abandon(name, own?.identity.inode)
            throw error
        }
    }

    /// Remembers an entry, in place of the key's old one. On return it survives a crash, and a power loss unless
    /// durability is `none`.
    ///
    /// - Throws: `blobGone` if its blob was removed meanwhile.
    package func store(_ entry: CacheEntry) async throws(CacheError) {
        guard try await index.make(.entry(entry)) == .blobGone, case .blob(let blob) = entry.content else { return }
        throw .blobGone(blob.digest)
    }

    /// Forgets a key; its blob stays until it is evicted or collected.
    package func remove(_ key: String) async throws(CacheError) {
        try await index.removeEntry(key)
    }

    /// Returns when everything that was published survives a power loss; `store` does this by itself.
    package func settle() async throws(CacheError) {
        try await index.settle()
    }

    /// Ends all work, notes a clean stop and gives the lock back; every later call fails.
    package func close() async throws(CacheError) {
        let task = adoption.withLock { $0.take() }
        task?.cancel()
        await task?.value
        minutes.withLock { $0.take() }?.cancel()
        try await index.close()
    }

    /// Returns when the search for blobs without a row has ended; at once if there was none.
    func adoptionEnded() async {
        await adoption.withLock { $0 }?.value
    }

    private func place(
        _ writer: BlobWriter, as name: BlobName, _ blob: Blob, _ entry: CacheEntry?
    ) async throws(CacheError) {
        // Only somebody else can have removed the file in between; if it was another's file, ours can still be placed.
        for _ in 0..<2 {
            let placed = try await disk.run { [placer] () throws(CacheError) in
                try placer.place(writer, as: name, bytes: blob.bytes)
            }
            try await settle(placed)
            guard try await index.make(.blob(placed, blob.description, entry)) == .done else {
                // A nameless file that had a name and lost it cannot get another.
                guard placed.reused else { break }
                continue
            }
            writer.reservation.giveBack()
            index.counters.update { counts in
                counts.published += 1
                counts.reused += placed.reused ? 1 : 0
            }
            return
        }
        throw .storageError("the blob's file was removed by somebody else")
    }

    private func settle(_ placed: BlobPlacer.Placed) async throws(CacheError) {
        do throws(SystemCallError) {
            try await syncs?.settle(GroupSync.Item(file: placed.file, folder: layout.shard(placed.name.digest)))
        } catch {
            throw CacheError(error)
        }
    }

    private func startAdoption() {
        let adopter = adopter(pinnedUntil: openedAt.advanced(bySeconds: PinRules.afterDescriptor))
        adoption.withLock { $0 = Task { await adopter.run() } }
    }

    /// Puts on the disk each minute what is only counted in memory.
    private func startMinutes() {
        let clocks = clocks
        minutes.withLock {
            // Weak, since a cache that nobody refers to any more gives its lock back.
            $0 = Task { [weak index] in
                await index?.loadUses()
                while (try? await clocks.wait(clocks.monotonic().advanced(by: .seconds(60)))) != nil {
                    guard let index else { return }
                    await index.endMinute()
                }
            }
        }
    }

    private func openTemporary() throws(CacheError) -> (DescriptorHandle, String?) {
        do throws(SystemCallError) {
            do throws(SystemCallError) {
                return (try calls.openUnnamed(layout.temporary), nil)
            } catch  where [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(error.code) {
                // A file system or kernel without nameless files; a missing folder shows again below.
                let path = layout.temporary + "/" + String(UInt64.random(in: 0 ... .max), radix: 16)
                return (try calls.create(path, 0o600), path)
            }
        } catch {
            throw CacheError(error)
        }
    }

    /// The same of an entry's blob. Apart, so that a look-up has no room for it in its frame.
    @inline(never)
    private func isRight(_ found: CacheIndex.FoundEntry) async throws(CacheError) -> Bool {
        guard let blob = found.blob else { return true }
        return try await isRight(blob)
    }

    /// Hashes a blob's file; notes what it looks like if it is right, drops the blob if it is wrong or gone.
    ///
    /// A file that cannot be read for another reason proves nothing: the answer is no, and the blob stays.
    private func isRight(_ blob: StoredBlob) async throws(CacheError) -> Bool {
        let check = BlobCheck(calls: calls)
        let verdict = await disk.run { check.examine(blob) }
        return try await index.act(on: verdict, blob)
    }
}
