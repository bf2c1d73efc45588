import CLinux
import Glibc
package import Telemetry

/// What a folder and the file system below it can do for a cache, tried out; nothing stays behind, and no lock is taken.
package struct CacheFolderProbe: Sendable {
    /// What the folder is.
    package enum Folder: Sendable, Equatable {
        /// A cache that can be written.
        case cache
        /// Empty and writable.
        case empty
        /// Not there yet; it can be made.
        case missing
        /// Something else lies in it.
        case foreign
        /// It cannot be written, or cannot be made.
        case unusable(SystemCallError)
    }

    /// What an exclusive lock does here.
    package enum Lock: Sendable, Equatable {
        case holds
        /// A second one succeeds beside it.
        case keepsNobodyOut
        case fails(SystemCallError)
    }

    /// The folder asked about.
    package let path: String
    /// What it is.
    package var folder: Folder
    /// Who holds the cache, as its lock file says; nil if nobody does.
    package var holder: LockHolder?
    /// What an unprivileged user may still write, in bytes; nil if the file system does not say.
    package var freeBytes: UInt64?
    /// What blobs take already, in bytes.
    package var usedBytes: UInt64 = 0
    /// Inodes left and in all; 0 in all for a file system that has no such limit.
    package var freeInodes: UInt64?
    package var allInodes: UInt64?
    /// Why nameless files do not work; nil if they do.
    package var unnamedFiles: SystemCallError?
    /// What a lock does.
    package var lock = Lock.holds

    /// Whether files can be made there, so that the rest means something.
    package var isUsable: Bool {
        switch folder {
        case .cache, .empty, .missing: true
        case .foreign, .unusable: false
        }
    }

    /// A record of things known, for those who judge them.
    package init(path: String, folder: Folder) {
        self.path = path
        self.folder = folder
    }

    /// Tries out `path`, or the nearest folder above it that exists. Blocks on the disk.
    package init(of path: String) {
        self.init(path: path, folder: .missing)
        let existing = CacheFolderProbe.existing(path)
        let layout = CacheLayout(root: path)
        if existing == path { folder = CacheFolderProbe.kind(layout) }
        if unsafe access(existing, W_OK | X_OK) != 0 { folder = .unusable(.current("access")) }
        guard isUsable else { return }
        measure(existing)
        holder = CacheFolderProbe.holder(layout)
        usedBytes = folder == .cache ? CacheFolderProbe.used(layout) : 0
        // Where the blobs' bytes are written, if it is there: it may be another mount.
        let isTemporaryThere = unsafe access(layout.temporary, W_OK | X_OK) == 0
        tryFiles(isTemporaryThere ? layout.temporary : existing)
    }

    private static func existing(_ path: String) -> String {
        var path = path
        while path.count > 1, unsafe access(path, F_OK) != 0 {
            guard let slash = path.lastIndex(of: "/") else { return "." }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }

    private static func kind(_ layout: CacheLayout) -> Folder {
        do throws(SystemCallError) {
            let names = try FileSystemCalls.system.names(layout.root, 1)
            if names.isEmpty { return .empty }
        } catch {
            return .unusable(error)
        }
        return unsafe access(layout.tag, F_OK) == 0 ? .cache : .foreign
    }

    private mutating func measure(_ folder: String) {
        var facts = statvfs()
        guard unsafe statvfs(folder, &facts) == 0 else { return }
        let (free, overflow) = UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
        freeBytes = overflow ? .max : free
        freeInodes = UInt64(facts.f_favail)
        allInodes = UInt64(facts.f_files)
    }

    /// Who holds the lock; what a dead process left in the file is nobody.
    private static func holder(_ layout: CacheLayout) -> LockHolder? {
        let path = layout.lock
        let file = try? descriptor("open") { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard let file else { return nil }
        defer { withExtendedLifetime(file) {} }
        // A shared lock for an instant: it fails exactly while a writer holds the other kind.
        if linux_flock(file.number, LOCK_SH | LOCK_NB) == 0 {
            _ = linux_flock(file.number, LOCK_UN)
            return nil
        }
        return CacheLock.holder(layout)
    }

    private static func used(_ layout: CacheLayout) -> UInt64 {
        guard let reader = try? IndexReader(layout: layout), let totals = try? reader.statistics().totals else {
            return 0
        }
        return UInt64(clamping: totals.allocatedBytes)
    }

    private mutating func tryFiles(_ folder: String) {
        let calls = FileSystemCalls.system
        let name = "\(folder)/doctor-\(getpid())"
        do throws(SystemCallError) {
            let file = try calls.openUnnamed(folder)
            try file.use { number throws(SystemCallError) in try calls.linkUnnamed(number, name) }
        } catch {
            unnamedFiles = error
        }
        do throws(SystemCallError) {
            // Where nameless files do not work there is none with the name yet.
            if unnamedFiles != nil { _ = try calls.create(name, 0o600) }
            defer { _ = Result { () throws(SystemCallError) in try calls.remove(name) } }
            lock = try CacheFolderProbe.tryLock(
                try calls.openForReading(name).handle, try calls.openForReading(name).handle)
        } catch {
            lock = .fails(error)
        }
    }

    private static func tryLock(
        _ first: DescriptorHandle, _ second: DescriptorHandle
    ) throws(SystemCallError) -> Lock {
        defer { withExtendedLifetime((first, second)) {} }
        _ = try repeated("flock") { linux_flock(first.number, LOCK_EX | LOCK_NB) }
        return linux_flock(second.number, LOCK_EX | LOCK_NB) == 0 ? .keepsNobodyOut : .holds
    }
}
