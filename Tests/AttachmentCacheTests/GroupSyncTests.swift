import Fixtures
import Glibc
import Synchronization
import Testing

@testable import AttachmentCache
@testable import Telemetry

/// What is asked of the disk for blobs that come one by one, and for many that come while it is busy.
@Suite struct GroupSyncTests {
    private static let shards = "/cache/blobs"

    /// A disk that notes what it is asked for, and holds the syncs of content back until it is let go.
    private final class SlowDisk: Sendable {
        let steps = Mutex<[String]>([])
        let entered = CountingSemaphore()
        let gate = CountingSemaphore()
        let failures: [String: Int32]

        init(failures: [String: Int32] = [:]) {
            self.failures = failures
        }

        var calls: FileSystemCalls {
            var calls = FileSystemCalls.system
            calls.syncData = { (number: Int32) throws(SystemCallError) in
                self.entered.signal()
                self.gate.wait()
                try self.note("data \(number)")
            }
            calls.syncFolder = { (path: String) throws(SystemCallError) in try self.note("folder \(path)") }
            calls.syncAll = { (path: String) throws(SystemCallError) in try self.note("all \(path)") }
            calls.checkWritten = { (number: Int32) throws(SystemCallError) in try self.note("check \(number)") }
            return calls
        }

        func steps(of kind: String) -> [String] {
            steps.withLock { $0.filter { $0.hasPrefix(kind) } }.sorted()
        }

        private func note(_ step: String) throws(SystemCallError) {
            steps.withLock { $0.append(step) }
            if let code = failures[step] { throw SystemCallError(step, code: code) }
        }
    }

    private let disk = try? OwnedThreads(count: 8, name: "sync-test")
    private let newFolders = NewFolders()

    private func item(_ folder: String = "/cache/blobs/00") throws -> GroupSync.Item {
        GroupSync.Item(
            file: try descriptor("open") { unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }, folder: folder)
    }

    private func syncs(_ slow: SlowDisk) throws -> GroupSync {
        GroupSync(shards: Self.shards, calls: slow.calls, disk: try #require(disk), newFolders: newFolders)
    }

    /// The results of so many that come while four are held back, those four first.
    private func results(_ items: [GroupSync.Item], _ slow: SlowDisk) async throws -> [SystemCallError?] {
        let syncs = try syncs(slow)
        let disk = try #require(disk)
        let four = try (0..<4).map { _ in try item("/cache/blobs/ff") }
        return await withTaskGroup(of: (Int, SystemCallError?).self) { group in
            @Sendable func settle(_ item: GroupSync.Item) async -> SystemCallError? {
                do throws(SystemCallError) {
                    try await syncs.settle(item)
                    return nil
                } catch {
                    return error
                }
            }
            // One after the other: four that wait together are a group.
            for item in four {
                group.addTask { (-1, await settle(item)) }
                await disk.run { slow.entered.wait() }
            }
            for (index, item) in items.enumerated() { group.addTask { (index, await settle(item)) } }
            while syncs.waiting < items.count { await Task.yield() }
            for _ in 0..<items.count * 2 + 4 { slow.gate.signal() }
            var errors = [SystemCallError?](repeating: nil, count: items.count)
            for await (index, error) in group where index >= 0 { errors[index] = error }
            return errors
        }
    }

    @Test func `syncs one blob's content, then its folder, and a new folder's name before`() async throws {
        let slow = SlowDisk()
        let syncs = try syncs(slow)
        let item = try item()
        slow.gate.signal()
        slow.gate.signal()
        newFolders.add(item.folder)
        try await syncs.settle(item)
        let number = item.file.number
        #expect(
            slow.steps.withLock { $0 } == ["data \(number)", "folder /cache/blobs", "folder /cache/blobs/00"])
        slow.steps.withLock { $0 = [] }
        try await syncs.settle(item)
        #expect(slow.steps.withLock { $0 } == ["data \(number)", "folder /cache/blobs/00"])
    }

    @Test(arguments: [1, 3, 4, 50])
    func `serves those who came while the disk was busy with one call, if they are not few`(count: Int) async throws {
        let slow = SlowDisk()
        let items = try (0..<count).map { _ in try item() }
        newFolders.add("/cache/blobs/00")
        #expect(try await results(items, slow) == Array(repeating: nil, count: count))
        let isGroup = count >= 4
        #expect(slow.steps(of: "all") == (isGroup ? ["all /cache/blobs"] : []))
        #expect(slow.steps(of: "check") == (isGroup ? items.map { "check \($0.file.number)" }.sorted() : []))
        #expect(slow.steps(of: "data").count == (isGroup ? 4 : 4 + count))
        #expect(!newFolders.contains("/cache/blobs/00"))
    }

    @Test func `syncs each by itself where the one call fails, since that may be another's fault`() async throws {
        let slow = SlowDisk(failures: ["all /cache/blobs": EIO])
        let items = try (0..<6).map { _ in try item() }
        #expect(try await results(items, slow) == Array(repeating: nil, count: 6))
        #expect(slow.steps(of: "data").count == 10)
        #expect(slow.steps(of: "folder /cache/blobs/00").count == 6)
    }

    @Test(arguments: [ENOSYS, EPERM])
    func `syncs by itself what cannot be asked for its error`(code: Int32) async throws {
        let items = try (0..<6).map { _ in try item() }
        let slow = SlowDisk(failures: ["check \(items[3].file.number)": code])
        #expect(try await results(items, slow) == Array(repeating: nil, count: 6))
        #expect(slow.steps(of: "data \(items[3].file.number)").count == 1)
    }

    @Test func `gives each the error of its own content`() async throws {
        let items = try (0..<6).map { _ in try item() }
        let step = "check \(items[3].file.number)"
        let slow = SlowDisk(failures: [step: ENOSPC])
        var expected = [SystemCallError?](repeating: nil, count: 6)
        expected[3] = SystemCallError(step, code: ENOSPC)
        #expect(try await results(items, slow) == expected)
    }
}
