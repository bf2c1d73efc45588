import CLinux
import Glibc
import Telemetry

extension FileSystemCalls {
    /// The kernel's own calls, repeated when a signal interrupts them.
    static let system = FileSystemCalls(
        openUnnamed: { (folder: String) throws(SystemCallError) -> DescriptorHandle in
            try descriptor("open") { unsafe linux_open_unnamed(folder, 0o600) }
        },
        create: { (path: String, mode: UInt32) throws(SystemCallError) -> DescriptorHandle in
            try descriptor("open") { unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode) }
        },
        openForReading: { (path: String) throws(SystemCallError) -> OpenedFile in
            // Not blocking, so that a named pipe put in a blob's place cannot stop a thread.
            let handle = try descriptor("open") { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
            let status = try handle.use(readStatus)
            guard status.isRegular else { throw SystemCallError("open", code: EINVAL) }
            return OpenedFile(handle: handle, status: status)
        },
        reopenForReading: { (number: Int32) throws(SystemCallError) -> DescriptorHandle in
            try descriptor("open") { linux_reopen_readonly(number) }
        },
        read: { (number: Int32, count: Int) throws(SystemCallError) -> [UInt8] in
            try readAll(number, count)
        },
        write: { (number: Int32, bytes: Span<UInt8>, offset: Int64) throws(SystemCallError) in
            try writeAll(number, bytes, offset)
        },
        empty: { (number: Int32) throws(SystemCallError) in
            _ = try repeated("ftruncate") { ftruncate(number, 0) }
        },
        setMode: { (number: Int32, mode: UInt32) throws(SystemCallError) in
            _ = try repeated("fchmod") { fchmod(number, mode) }
        },
        syncData: { (number: Int32) throws(SystemCallError) in
            // Once only: after an error the kernel may have marked the lost pages as clean.
            guard fdatasync(number) == 0 else { throw .current("fdatasync") }
        },
        status: { (number: Int32) throws(SystemCallError) -> FileStatus in
            try readStatus(number)
        },
        statusAt: { (path: String) throws(SystemCallError) -> FileStatus in
            var facts = stat()
            guard unsafe lstat(path, &facts) == 0 else { throw .current("lstat") }
            return FileStatus(facts)
        },
        linkUnnamed: { (number: Int32, path: String) throws(SystemCallError) in
            guard unsafe linux_link_descriptor(number, path) == 0 else { throw .current("linkat") }
        },
        linkNamed: { (from: String, to: String) throws(SystemCallError) in
            guard unsafe link(from, to) == 0 else { throw .current("link") }
        },
        rename: { (from: String, to: String) throws(SystemCallError) in
            guard unsafe Glibc.rename(from, to) == 0 else { throw .current("rename") }
        },
        remove: { (path: String) throws(SystemCallError) in
            guard unsafe unlink(path) == 0 else { throw .current("unlink") }
        },
        makeFolder: { (path: String) throws(SystemCallError) -> Bool in
            if unsafe mkdir(path, 0o750) == 0 { return true }
            guard errno == EEXIST else { throw .current("mkdir") }
            return false
        },
        syncFolder: { (path: String) throws(SystemCallError) in
            let folder = try descriptor("open") { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            try folder.use { number throws(SystemCallError) in
                guard fsync(number) == 0 else { throw .current("fsync") }
            }
        },
        syncAll: { (path: String) throws(SystemCallError) in
            let folder = try descriptor("open") { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            try folder.use { number throws(SystemCallError) in
                guard linux_sync_file_system(number) == 0 else { throw .current("syncfs") }
            }
        },
        checkWritten: { (number: Int32) throws(SystemCallError) in
            _ = try repeated("sync_file_range") { linux_wait_written(number) }
        },
        names: { (folder: String, limit: Int) throws(SystemCallError) -> [String] in
            try readNames(folder, limit: limit)
        },
        space: { (path: String) throws(SystemCallError) -> DiskSpace in
            var facts = statvfs()
            guard unsafe statvfs(path, &facts) == 0 else { throw .current("statvfs") }
            let block = Int64(clamping: facts.f_frsize)
            func bytes(_ blocks: UInt) -> Int64 {
                let (bytes, overflow) = Int64(clamping: blocks).multipliedReportingOverflow(by: block)
                return overflow ? .max : bytes
            }
            return DiskSpace(
                bytes: bytes(facts.f_blocks), freeBytes: bytes(facts.f_bavail), inodes: Int64(clamping: facts.f_files),
                freeInodes: Int64(clamping: facts.f_favail))
        }
    )
}

/// Calls `body` until no signal interrupts it, and turns -1 into the error of `call`.
func repeated(_ call: String, _ body: () -> Int32) throws(SystemCallError) -> Int32 {
    while true {
        let result = body()
        if result >= 0 { return result }
        guard errno == EINTR else { throw .current(call) }
    }
}

/// The same for a call that returns a new descriptor, which gets its owner at once.
func descriptor(_ call: String, _ body: () -> Int32) throws(SystemCallError) -> DescriptorHandle {
    DescriptorHandle(owning: try repeated(call, body))
}

extension DescriptorHandle {
    /// Calls `body` with the number, which stays valid until it returns.
    func use<Value>(_ body: (Int32) throws(SystemCallError) -> Value) throws(SystemCallError) -> Value {
        defer { withExtendedLifetime(self) {} }
        return try body(number)
    }
}

private func readStatus(_ number: Int32) throws(SystemCallError) -> FileStatus {
    var facts = stat()
    guard unsafe fstat(number, &facts) == 0 else { throw .current("fstat") }
    return FileStatus(facts)
}

private func readAll(_ number: Int32, _ count: Int) throws(SystemCallError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
        let got = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(number, $0.baseAddress?.advanced(by: done), count - done, done)
        }
        if got < 0 && errno == EINTR { continue }
        guard got >= 0 else { throw .current("pread") }
        guard got > 0 else { break }
        done += got
    }
    bytes.removeLast(count - done)
    return bytes
}

private func writeAll(_ number: Int32, _ bytes: Span<UInt8>, _ offset: Int64) throws(SystemCallError) {
    var written = 0
    while written < bytes.count {
        let count = unsafe bytes.withUnsafeBytes {
            unsafe pwrite(number, $0.baseAddress?.advanced(by: written), $0.count - written, Int(offset) + written)
        }
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw .current("pwrite") }
        // A disk that takes nothing and reports nothing would otherwise hold this loop for ever.
        guard count > 0 else { throw SystemCallError("pwrite", code: EIO) }
        written += count
    }
}

private func readNames(_ folder: String, limit: Int) throws(SystemCallError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw .current("opendir") }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while names.count < limit {
        errno = 0
        guard let entry = unsafe readdir(stream) else {
            guard errno == 0 else { throw .current("readdir") }
            break
        }
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
            unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names
}
