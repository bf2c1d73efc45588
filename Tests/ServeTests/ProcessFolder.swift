import Glibc

/// Looks into `/proc`.
enum ProcessFolder {
    /// How many names a folder holds.
    static func count(_ path: String) -> Int {
        guard let folder = unsafe opendir(path) else { return 0 }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        return count - 2
    }
}
