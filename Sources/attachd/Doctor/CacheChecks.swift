import AttachmentCache

/// Judges what the cache's folder and its disk can do.
enum CacheChecks {
    /// Below this share of inodes the disk is as good as full.
    private static let scarceInodes: UInt64 = 1000
    /// The largest attachment that any policy allows, in bytes: less room than this fails a transfer.
    private static let oneAttachment: UInt64 = 50 * 1_048_576

    /// The findings; `limit` is what the cache may take.
    static func findings(_ probe: CacheFolderProbe, limit: Int64) -> [Finding] {
        [folder(probe)]
            + (probe.isUsable ? [space(probe, limit: limit), inodes(probe), files(probe), lock(probe)] : [])
    }

    private static func folder(_ probe: CacheFolderProbe) -> Finding {
        let check = "cache.folder"
        switch probe.folder {
        case .cache:
            let holder = probe.holder.map { ", in use by \($0)" } ?? ""
            return .ok(check, probe.path + holder)
        case .empty, .missing:
            return .ok(check, "\(probe.path) will be made with the first use")
        case .foreign:
            return .problem(
                check, "\(probe.path) is not empty and no cache",
                cure: "name another folder with --cache-dir, or empty this one")
        case .unusable(let error):
            return .problem(
                check, "\(probe.path): \(error)",
                cure: "give the folder to the user that attachd runs as, or name another with --cache-dir")
        }
    }

    private static func space(_ probe: CacheFolderProbe, limit: Int64) -> Finding {
        let check = "cache.space"
        guard let free = probe.freeBytes else {
            return .warning(check, "the disk does not say how much room it has", cure: "look at it with 'df'")
        }
        let words = "\(OutcomeLine.size(Int64(clamping: free))) free, the cache may take \(OutcomeLine.size(limit))"
        if free < oneAttachment {
            return .problem(check, words, cure: "make room on the disk, or move the cache with --cache-dir")
        }
        let (available, isEndless) = free.addingReportingOverflow(probe.usedBytes)
        if !isEndless, available < UInt64(clamping: limit) {
            return .warning(check, words, cure: "lower --cache-max-size to what the disk has, or make room")
        }
        return .ok(check, words)
    }

    private static func inodes(_ probe: CacheFolderProbe) -> Finding {
        let check = "cache.inodes"
        // File systems that make inodes as they need them say that they have none.
        guard let free = probe.freeInodes, probe.allInodes ?? 0 > 0 else {
            return .ok(check, "not limited by this file system")
        }
        guard free >= scarceInodes else {
            return .problem(
                check, "\(free) left", cure: "remove small files from the disk, or move the cache with --cache-dir")
        }
        return .ok(check, "\(free) free")
    }

    private static func files(_ probe: CacheFolderProbe) -> Finding {
        let check = "cache.unnamed-files"
        guard let error = probe.unnamedFiles else { return .ok(check, "O_TMPFILE and linkat work") }
        return .warning(
            check, "\(error): bodies are written under temporary names",
            cure: "a file system with O_TMPFILE (ext4, xfs, btrfs, tmpfs) leaves nothing behind after a crash")
    }

    private static func lock(_ probe: CacheFolderProbe) -> Finding {
        let check = "cache.lock"
        switch probe.lock {
        case .holds: return .ok(check, "flock keeps a second writer out")
        case .keepsNobodyOut:
            return .problem(
                check, "flock succeeds twice: two writers would damage the cache",
                cure: "use a local file system for --cache-dir")
        case .fails(let error):
            return .problem(check, "\(error)", cure: "use a local file system for --cache-dir")
        }
    }
}
