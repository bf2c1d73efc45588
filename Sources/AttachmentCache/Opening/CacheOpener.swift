import CLinux
import Glibc
import Telemetry

/// Makes the cache's folders and takes its lock; every step may be repeated after a crash.
///
/// The folder's tag comes first: only below a folder that has it (or was empty) is anything ever removed.
struct CacheOpener: Sendable {
    let configuration: CacheConfiguration
    let calls: FileSystemCalls

    /// Makes the root and its tag. Returns the layout, its root made absolute and free of symbolic links.
    ///
    /// - Throws: `cannotCreate` also for a folder that holds something else than a cache.
    func prepareRoot() throws(CacheError) -> CacheLayout {
        let wanted = configuration.directory
        do throws(SystemCallError) {
            try makeParents(of: wanted)
            _ = try calls.makeFolder(wanted)
            let layout = CacheLayout(root: try CacheOpener.absolutePath(wanted))
            if try hasTag(layout) { return layout }
            guard try calls.names(layout.root, 1).isEmpty else {
                throw SystemCallError("CACHEDIR.TAG", code: ENOTEMPTY)
            }
            try writeTag(layout)
            return layout
        } catch  where error.code == ENOTEMPTY {
            throw .cannotCreate(path: wanted, detail: "the folder is not empty and has no CACHEDIR.TAG")
        } catch {
            throw CacheError(opening: wanted, error)
        }
    }

    /// Makes the folders below the root, and empties `tmp/`; only for the holder of the lock.
    func prepareFolders(_ layout: CacheLayout) throws(CacheError) {
        do throws(SystemCallError) {
            var isNew = false
            for folder in layout.folders where try calls.makeFolder(folder) { isNew = true }
            if isNew && configuration.durability != .none {
                for folder in [layout.root, layout.root + "/blobs"] { try calls.syncFolder(folder) }
            }
            // Shards that an ended process made; nobody else would see to their names.
            if configuration.durability != .none { try calls.syncFolder(layout.shards) }
            for name in try calls.names(layout.temporary, .max) {
                try removeTemporary(layout.temporary + "/" + name)
            }
        } catch {
            throw CacheError(opening: layout.root, error)
        }
    }

    /// The number of this boot of the machine (`/proc/sys/kernel/random/boot_id`); empty where it cannot be read, which
    /// equals no boot on record.
    func bootNumber() -> String {
        var bytes = [UInt8](repeating: 0, count: 64)
        let file = try? descriptor("open") { unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC) }
        guard let file else { return "" }
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file.number, $0.baseAddress, $0.count) }
        withExtendedLifetime(file) {}
        return String(decoding: bytes[..<max(0, count)].prefix { $0 != 0x0a }, as: UTF8.self)
    }

    private func hasTag(_ layout: CacheLayout) throws(SystemCallError) -> Bool {
        do throws(SystemCallError) {
            return try calls.statusAt(layout.tag).isRegular
        } catch  where error.meansGone {
            return false
        }
    }

    private func writeTag(_ layout: CacheLayout) throws(SystemCallError) {
        do throws(SystemCallError) {
            let file = try calls.create(layout.tag, 0o644)
            let text = Array(CacheLayout.tagText.utf8)
            try file.use { number throws(SystemCallError) in try calls.write(number, text.span, 0) }
        } catch  where error.code == EEXIST {
            // Another process makes the same cache at the same time.
            return
        }
    }

    private func removeTemporary(_ path: String) throws(SystemCallError) {
        do throws(SystemCallError) {
            try calls.remove(path)
        } catch  where error.code == EISDIR || error.code == EPERM {
            // Nothing of ours: whoever put a folder there knew that it is temporary.
            guard unsafe linux_remove_tree(path) == 0 else { throw error }
        } catch  where error.meansGone {
            return
        }
    }

    private func makeParents(of path: String) throws(SystemCallError) {
        var partial = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/").dropLast() {
            partial += "/" + part
            do throws(SystemCallError) {
                _ = try calls.makeFolder(partial)
            } catch  where error.code == EROFS || error.code == EACCES {
                // A parent that is there already need not be writable; a missing one shows at the next step.
                continue
            }
        }
    }

    /// A path made absolute and free of symbolic links: `realpath(3)`.
    static func absolutePath(_ path: String) throws(SystemCallError) -> String {
        guard let resolved = unsafe realpath(path, nil) else { throw .current("realpath") }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
