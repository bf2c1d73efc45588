import Glibc
import Synchronization
import Telemetry

@testable import AttachmentCache

/// The calls that change the disk, by name.
enum DiskStep: String, Sendable, CaseIterable, Codable {
    case openUnnamed, write, empty, setMode, syncData, status, statusAt, linkUnnamed, makeFolder, syncFolder, rename
    case syncAll, checkWritten
}

/// The real file system, with something done before and after each named call once it is armed.
final class FaultyFileSystem: Sendable {
    typealias Hook = @Sendable (DiskStep) throws(SystemCallError) -> Void

    private let before: Hook
    private let after: Hook
    private let armed = Mutex(false)

    init(
        before: @escaping Hook = { (_: DiskStep) throws(SystemCallError) in },
        after: @escaping Hook = { (_: DiskStep) throws(SystemCallError) in }
    ) {
        self.before = before
        self.after = after
    }

    /// A file system on which one call fails.
    static func failing(_ step: DiskStep, _ code: Int32) -> FaultyFileSystem {
        FaultyFileSystem(before: { (reached: DiskStep) throws(SystemCallError) in
            if reached == step { throw SystemCallError(step.rawValue, code: code) }
        })
    }

    func arm(_ on: Bool = true) {
        armed.withLock { $0 = on }
    }

    private func around<Value>(
        _ step: DiskStep, _ body: () throws(SystemCallError) -> Value
    ) throws(SystemCallError) -> Value {
        let isArmed = armed.withLock { $0 }
        if isArmed { try before(step) }
        let value = try body()
        if isArmed { try after(step) }
        return value
    }

    var calls: FileSystemCalls {
        let real = FileSystemCalls.system
        var calls = real
        calls.openUnnamed = { (folder: String) throws(SystemCallError) -> DescriptorHandle in
            try self.around(.openUnnamed) { () throws(SystemCallError) in try real.openUnnamed(folder) }
        }
        calls.write = { (number: Int32, bytes: Span<UInt8>, offset: Int64) throws(SystemCallError) in
            // A span cannot be captured by a closure, so this one is spelt out.
            try self.around(.write) { () throws(SystemCallError) in }
            try real.write(number, bytes, offset)
        }
        calls.empty = { (number: Int32) throws(SystemCallError) in
            try self.around(.empty) { () throws(SystemCallError) in try real.empty(number) }
        }
        calls.setMode = { (number: Int32, mode: UInt32) throws(SystemCallError) in
            try self.around(.setMode) { () throws(SystemCallError) in try real.setMode(number, mode) }
        }
        calls.syncData = { (number: Int32) throws(SystemCallError) in
            try self.around(.syncData) { () throws(SystemCallError) in try real.syncData(number) }
        }
        calls.status = { (number: Int32) throws(SystemCallError) -> FileStatus in
            try self.around(.status) { () throws(SystemCallError) in try real.status(number) }
        }
        calls.statusAt = { (path: String) throws(SystemCallError) -> FileStatus in
            try self.around(.statusAt) { () throws(SystemCallError) in try real.statusAt(path) }
        }
        calls.linkUnnamed = { (number: Int32, path: String) throws(SystemCallError) in
            try self.around(.linkUnnamed) { () throws(SystemCallError) in try real.linkUnnamed(number, path) }
        }
        calls.makeFolder = { (path: String) throws(SystemCallError) -> Bool in
            try self.around(.makeFolder) { () throws(SystemCallError) in try real.makeFolder(path) }
        }
        calls.syncFolder = { (path: String) throws(SystemCallError) in
            try self.around(.syncFolder) { () throws(SystemCallError) in try real.syncFolder(path) }
        }
        calls.syncAll = { (path: String) throws(SystemCallError) in
            try self.around(.syncAll) { () throws(SystemCallError) in try real.syncAll(path) }
        }
        calls.checkWritten = { (number: Int32) throws(SystemCallError) in
            try self.around(.checkWritten) { () throws(SystemCallError) in try real.checkWritten(number) }
        }
        calls.rename = { (from: String, to: String) throws(SystemCallError) in
            try self.around(.rename) { () throws(SystemCallError) in try real.rename(from, to) }
        }
        return calls
    }
}
