import CCrash
import Synchronization
import Telemetry

@testable import AttachmentCache

/// The real file system, with everything that changes it written to a log, together with what SQLite does (`CCrash`).
///
/// A process has one log, so this is for a process of its own. All calls of `CCrash` are in this file.
enum RecordedDisk {
    /// Starts the log; false if it cannot be made.
    static func start(log: String, root: String) -> Bool {
        unsafe crash_log_start(log, root) == 0
    }

    /// Notes what was acknowledged at this moment.
    static func promise(_ text: String) {
        unsafe crash_log(crash_promise, 0, 0, text, "", 0)
    }

    /// Has the kernel kill this process after so many microseconds; false if it does not.
    static func killAfter(microseconds: Int64) -> Bool {
        crash_kill_after(microseconds) == 0
    }

    /// The calls. Those that change names are made one at a time, so that the log has them in the order in which they were.
    static var calls: FileSystemCalls {
        let real = FileSystemCalls.system
        let order = NameOrder()
        let syncs = SyncNumbers()
        var calls = real
        calls.openUnnamed = { (folder: String) throws(SystemCallError) -> DescriptorHandle in
            let file = try real.openUnnamed(folder)
            unsafe crash_log(crash_begin, try inode(file.number), 0, "", "", 0)
            return file
        }
        calls.create = { (path: String, mode: UInt32) throws(SystemCallError) -> DescriptorHandle in
            try order.keep { () throws(SystemCallError) in
                let file = try real.create(path, mode)
                unsafe crash_log(crash_begin, try inode(file.number), 0, "", "", 0)
                unsafe crash_log(crash_name, try inode(file.number), 0, path, "", 0)
                return file
            }
        }
        calls.write = { (number: Int32, bytes: Span<UInt8>, offset: Int64) throws(SystemCallError) in
            try real.write(number, bytes, offset)
            let file = try inode(number)
            unsafe bytes.withUnsafeBytes {
                unsafe crash_log(crash_write, file, offset, "", $0.baseAddress, Int64($0.count))
            }
        }
        calls.empty = { (number: Int32) throws(SystemCallError) in
            try real.empty(number)
            unsafe crash_log(crash_truncate, try inode(number), 0, "", "", 0)
        }
        calls.status = { (number: Int32) throws(SystemCallError) -> FileStatus in
            let status = try real.status(number)
            unsafe crash_log(crash_identity, try inode(number), status.identity.modifiedNanoseconds, "", "", 0)
            return status
        }
        calls.syncData = { (number: Int32) throws(SystemCallError) in
            let file = try inode(number)
            let sync = syncs.next()
            unsafe crash_log(crash_sync_begin, file, sync, "", "", 0)
            try real.syncData(number)
            unsafe crash_log(crash_sync_end, file, sync, "", "", 0)
        }
        calls.linkUnnamed = { (number: Int32, path: String) throws(SystemCallError) in
            try order.keep { () throws(SystemCallError) in
                try real.linkUnnamed(number, path)
                unsafe crash_log(crash_name, try inode(number), 0, path, "", 0)
            }
        }
        calls.rename = { (from: String, to: String) throws(SystemCallError) in
            try order.keep { () throws(SystemCallError) in
                try real.rename(from, to)
                let file = UInt64(bitPattern: try real.statusAt(to).identity.inode)
                unsafe crash_log(crash_name, file, 0, to, "", 0)
                unsafe crash_log(crash_unname, 0, 0, from, "", 0)
            }
        }
        calls.remove = { (path: String) throws(SystemCallError) in
            try order.keep { () throws(SystemCallError) in
                try real.remove(path)
                unsafe crash_log(crash_unname, 0, 0, path, "", 0)
            }
        }
        calls.makeFolder = { (path: String) throws(SystemCallError) -> Bool in
            try order.keep { () throws(SystemCallError) in
                let isNew = try real.makeFolder(path)
                if isNew { unsafe crash_log(crash_folder, 0, 0, path, "", 0) }
                return isNew
            }
        }
        calls.syncFolder = { (path: String) throws(SystemCallError) in
            let sync = syncs.next()
            unsafe crash_log(crash_folder_begin, 0, sync, path, "", 0)
            try real.syncFolder(path)
            unsafe crash_log(crash_folder_end, 0, sync, path, "", 0)
        }
        calls.syncAll = { (path: String) throws(SystemCallError) in
            let sync = syncs.next()
            unsafe crash_log(crash_all_begin, 0, sync, "", "", 0)
            try real.syncAll(path)
            unsafe crash_log(crash_all_end, 0, sync, "", "", 0)
        }
        return calls
    }

    private static func inode(_ number: Int32) throws(SystemCallError) -> UInt64 {
        UInt64(bitPattern: try FileSystemCalls.system.status(number).identity.inode)
    }
}

/// One change of a name after another.
private final class NameOrder: Sendable {
    private let mutex = Mutex(())

    func keep<Value: Sendable>(_ body: () throws(SystemCallError) -> Value) throws(SystemCallError) -> Value {
        // Held while the disk works: that is what it is for.
        try mutex.withLock { _ throws(SystemCallError) in try body() }
    }
}

/// A number for each sync, by which its end finds its beginning; SQLite's, one after another, all have 0.
private final class SyncNumbers: Sendable {
    private let last = Atomic<Int64>(0)

    func next() -> Int64 {
        last.add(1, ordering: .relaxed).newValue
    }
}
