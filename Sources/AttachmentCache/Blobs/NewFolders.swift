import Synchronization

/// Shards that were made and of which it is not known that their own name is on the disk.
///
/// Somebody else may place a blob in one before who made it has seen to that, and then has to.
final class NewFolders: Sendable {
    private let folders = Mutex<Set<String>>([])

    /// Adds a folder; before it is made.
    func add(_ folder: String) {
        _ = folders.withLock { $0.insert(folder) }
    }

    /// Whether a folder is one of them.
    func contains(_ folder: String) -> Bool {
        folders.withLock { $0.contains(folder) }
    }

    /// Takes a folder out, whose name is on the disk now.
    func remove(_ folder: String) {
        _ = folders.withLock { $0.remove(folder) }
    }
}
