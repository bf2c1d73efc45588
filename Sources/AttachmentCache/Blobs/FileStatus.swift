import CLinux
import Glibc

/// What tells whether a blob's file is still the one that was hashed: if all three agree, nobody has written to it.
struct FileIdentity: Sendable, Equatable {
    /// Size in bytes.
    var bytes: Int64
    /// Time of the last change of the content, in nanoseconds since 1970.
    var modifiedNanoseconds: Int64
    /// The file's number in its file system, as a bit pattern.
    var inode: Int64
}

/// What the cache wants to know of a file (`stat(2)`).
struct FileStatus: Sendable, Equatable {
    /// See `FileIdentity`.
    var identity: FileIdentity
    /// Bytes of disk it takes, in whole blocks.
    var allocated: Int64
    /// Whether it is a regular file.
    var isRegular: Bool

    /// Makes a record.
    init(identity: FileIdentity, allocated: Int64, isRegular: Bool) {
        self.identity = identity
        self.allocated = allocated
        self.isRegular = isRegular
    }

    /// The facts in what the kernel said.
    init(_ status: stat) {
        identity = FileIdentity(
            bytes: Int64(status.st_size),
            modifiedNanoseconds: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
            inode: Int64(bitPattern: UInt64(status.st_ino)))
        allocated = Int64(status.st_blocks) &* 512
        isRegular = status.st_mode & S_IFMT == S_IFREG
    }
}
