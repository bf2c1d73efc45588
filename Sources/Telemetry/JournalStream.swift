import Glibc

/// Whether standard error goes to systemd's journal, as `$JOURNAL_STREAM` says (systemd.exec(5)).
package enum JournalStream {
    /// Whether the value names the file behind standard error: a child that has redirected it inherits the variable too.
    package static func isStandardError(_ value: String?) -> Bool {
        var status = stat()
        guard let value, unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return names(value, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Whether a value, `device:inode` in decimal, names a file.
    static func names(_ value: String, device: UInt64, inode: UInt64) -> Bool {
        let parts = value.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && UInt64(parts[0]) == device && UInt64(parts[1]) == inode
    }
}
