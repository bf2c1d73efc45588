import Fixtures
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct CacheFolderProbeTests {
    let bench: CacheBench

    init() throws {
        bench = try CacheBench()
    }

    @Test func `tries out the folder above one that is not there, and leaves nothing`() throws {
        let folder = try TemporaryFolder()
        let probe = CacheFolderProbe(of: folder.path + "/a/b")
        #expect(probe.folder == .missing)
        #expect(probe.isUsable)
        #expect(probe.lock == .holds)
        #expect((probe.freeBytes ?? 0) > 0)
        #expect(try FileSystemCalls.system.names(folder.path, 10).isEmpty)
    }

    @Test func `knows an empty folder, a cache and something else`() async throws {
        let folder = try TemporaryFolder()
        #expect(CacheFolderProbe(of: folder.path).folder == .empty)
        _ = try FileSystemCalls.system.create(folder.path + "/x", 0o600)
        #expect(CacheFolderProbe(of: folder.path).folder == .foreign)
        let cache = try await bench.open()
        let held = CacheFolderProbe(of: bench.root)
        #expect(held.folder == .cache)
        #expect(held.holder != nil)
        try await cache.close()
        #expect(CacheFolderProbe(of: bench.root).holder == nil)
        #expect(try FileSystemCalls.system.names(bench.layout.temporary, 10).isEmpty)
    }

    @Test func `says why a folder cannot be used`() throws {
        let folder = try TemporaryFolder()
        _ = try FileSystemCalls.system.create(folder.path + "/file", 0o600)
        let probe = CacheFolderProbe(of: folder.path + "/file/below")
        #expect(!probe.isUsable)
    }
}
