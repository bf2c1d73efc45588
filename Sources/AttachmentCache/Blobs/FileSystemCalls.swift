import Telemetry

/// The system calls by which the cache changes the disk, as values, so that a test can let each of them fail.
///
/// Paths are absolute. Every call throws the `errno` of the C function that its comment names.
struct FileSystemCalls: Sendable {
    /// Opens a nameless file in a folder for reading and writing, mode 0600: `open(O_TMPFILE)`.
    var openUnnamed: @Sendable (_ folder: String) throws(SystemCallError) -> DescriptorHandle
    /// Makes and opens a file that must not exist, for reading and writing: `open(O_CREAT | O_EXCL)`.
    var create: @Sendable (_ path: String, _ mode: UInt32) throws(SystemCallError) -> DescriptorHandle
    /// Opens a regular file for reading, following no symbolic link at the end: `open(O_RDONLY | O_NOFOLLOW)`, `fstat(2)`.
    var openForReading: @Sendable (_ path: String) throws(SystemCallError) -> OpenedFile
    /// Opens an open file once more, read-only, with its own offset: `open("/proc/self/fd/N")`.
    var reopenForReading: @Sendable (_ descriptor: Int32) throws(SystemCallError) -> DescriptorHandle
    /// At most so many bytes from an open file's first on, fewer at its end: `pread(2)`, repeated.
    var read: @Sendable (_ descriptor: Int32, _ count: Int) throws(SystemCallError) -> [UInt8]
    /// Writes all bytes at an offset: `pwrite(2)`, repeated until done.
    var write: @Sendable (_ descriptor: Int32, _ bytes: Span<UInt8>, _ offset: Int64) throws(SystemCallError) -> Void
    /// Cuts a file to nothing: `ftruncate(2)`.
    var empty: @Sendable (_ descriptor: Int32) throws(SystemCallError) -> Void
    /// Sets the permissions of an open file: `fchmod(2)`.
    var setMode: @Sendable (_ descriptor: Int32, _ mode: UInt32) throws(SystemCallError) -> Void
    /// Puts an open file's content on the disk: `fdatasync(2)`. An error is final; a second call may wrongly succeed.
    var syncData: @Sendable (_ descriptor: Int32) throws(SystemCallError) -> Void
    /// What an open file is: `fstat(2)`.
    var status: @Sendable (_ descriptor: Int32) throws(SystemCallError) -> FileStatus
    /// What a path names, itself if it is a symbolic link: `lstat(2)`.
    var statusAt: @Sendable (_ path: String) throws(SystemCallError) -> FileStatus
    /// Gives a nameless file a name; `EEXIST` where it is taken: `linkat("/proc/self/fd/N", AT_SYMLINK_FOLLOW)`.
    var linkUnnamed: @Sendable (_ descriptor: Int32, _ path: String) throws(SystemCallError) -> Void
    /// Gives a named file a second name; `EEXIST` where it is taken: `link(2)`.
    var linkNamed: @Sendable (_ from: String, _ to: String) throws(SystemCallError) -> Void
    /// Moves a file over whatever has the name: `rename(2)`.
    var rename: @Sendable (_ from: String, _ to: String) throws(SystemCallError) -> Void
    /// Removes a name: `unlink(2)`.
    var remove: @Sendable (_ path: String) throws(SystemCallError) -> Void
    /// Makes a folder, mode 0750; one that exists is well: `mkdir(2)`. Returns whether it is new.
    var makeFolder: @Sendable (_ path: String) throws(SystemCallError) -> Bool
    /// Puts a folder's names on the disk: `open(O_DIRECTORY)` and `fsync(2)`.
    var syncFolder: @Sendable (_ path: String) throws(SystemCallError) -> Void
    /// Puts everything that was written to the file system of a folder on its disk: `open(O_DIRECTORY)` and `syncfs(2)`.
    var syncAll: @Sendable (_ path: String) throws(SystemCallError) -> Void
    /// Waits for the kernel to write what it is writing of an open file, and throws the error of whatever was written of it
    /// since it was opened: `sync_file_range(SYNC_FILE_RANGE_WAIT_BEFORE)`.
    var checkWritten: @Sendable (_ descriptor: Int32) throws(SystemCallError) -> Void
    /// The names in a folder, at most `limit` of them, without `.` and `..`: `readdir(3)`.
    var names: @Sendable (_ folder: String, _ limit: Int) throws(SystemCallError) -> [String]
    /// What the file system of a path has left: `statvfs(3)`.
    var space: @Sendable (_ path: String) throws(SystemCallError) -> DiskSpace
}
