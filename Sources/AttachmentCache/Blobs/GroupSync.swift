import Glibc
import Synchronization
import Telemetry

/// Puts blobs that have their places on the disk, before anything is said of them.
///
/// A few at a time each by itself, on a thread of its own: the file's content (`fdatasync`), then the shard's folder. Where
/// more wait than are worked on, one call (`syncfs`) serves them all: the disk's time is that of its commits, and a commit
/// takes as long for fifty blobs as for one.
final class GroupSync: Sendable {
    /// A file that got its name in a shard's folder.
    struct Item: Sendable {
        var file: DescriptorHandle
        var folder: String
    }

    private struct Wish: Sendable {
        let item: Item
        let waiter: CheckedContinuation<Result<Void, SystemCallError>, Never>
    }

    private struct State {
        var waiting: [Wish] = []
        var working = 0
    }

    /// Threads that wait for the disk at a time.
    private static let mostWorking = 4
    /// From so many on that wait, one call for all is cheaper than two for each.
    private static let group = 4

    private let shards: String
    private let calls: FileSystemCalls
    private let disk: OwnedThreads
    private let newFolders: NewFolders
    private let state = Mutex(State())

    /// Syncs for the blobs of one cache, on its threads for the disk.
    init(shards: String, calls: FileSystemCalls, disk: OwnedThreads, newFolders: NewFolders) {
        self.shards = shards
        self.calls = calls
        self.disk = disk
        self.newFolders = newFolders
    }

    /// How many wait for a thread that works for them.
    var waiting: Int {
        state.withLock { $0.waiting.count }
    }

    /// Returns when the file's content and its name survive a power loss.
    ///
    /// - Throws: the first error of the disk, which is final: what was to be written is lost.
    func settle(_ item: Item) async throws(SystemCallError) {
        let result = await withCheckedContinuation { waiter in
            let needsWorker = state.withLock { state in
                state.waiting.append(Wish(item: item, waiter: waiter))
                guard state.working < GroupSync.mostWorking else { return false }
                state.working += 1
                return true
            }
            if needsWorker { disk.submit { self.work() } }
        }
        try result.get()
    }

    private func work() {
        while let wishes = next() {
            let isDone = wishes.count >= GroupSync.group && isDoneForAll(wishes)
            for wish in wishes {
                wish.waiter.resume(
                    returning: Result { () throws(SystemCallError) in
                        try isDone ? check(wish.item) : sync(wish.item)
                    })
            }
        }
    }

    /// What to do next; nil, and one worker less, when nobody waits.
    private func next() -> [Wish]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.working -= 1
                return nil
            }
            guard state.waiting.count >= GroupSync.group else { return [state.waiting.removeFirst()] }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// One call for all of them; false where it failed, since that may have been somebody else's file.
    private func isDoneForAll(_ wishes: [Wish]) -> Bool {
        do throws(SystemCallError) {
            try calls.syncAll(shards)
        } catch {
            return false
        }
        // Each was made before who placed a blob in it came here.
        for wish in wishes { newFolders.remove(wish.item.folder) }
        return true
    }

    /// Whether the writing of a file that `syncAll` served went well: before Linux 5.8 that call does not say.
    ///
    /// Where the call itself is not to be had, the file is synced by itself; after an error of the disk that would say that all
    /// is well.
    private func check(_ item: Item) throws(SystemCallError) {
        do throws(SystemCallError) {
            try item.file.use(calls.checkWritten)
        } catch  where [ENOSYS, EPERM, EINVAL, ESPIPE, EOPNOTSUPP].contains(error.code) {
            try sync(item)
        }
    }

    private func sync(_ item: Item) throws(SystemCallError) {
        try item.file.use(calls.syncData)
        if newFolders.contains(item.folder) {
            try calls.syncFolder(shards)
            newFolders.remove(item.folder)
        }
        try calls.syncFolder(item.folder)
    }
}
