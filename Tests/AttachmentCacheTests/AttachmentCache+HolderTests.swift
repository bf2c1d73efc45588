import Glibc
import Testing

@testable import AttachmentCache

@Suite struct HolderTests {
    @Test func `knows who holds a cache, and only while somebody does`() async throws {
        let bench = try CacheBench()
        #expect(AttachmentCache.holder(of: bench.root) == nil)
        let cache = try await bench.open {
            $0.command = "serve"
            $0.socket = "/run/attachd/attachd.sock"
        }
        let holder = LockHolder(pid: getpid(), command: "serve", socket: "/run/attachd/attachd.sock")
        #expect(AttachmentCache.holder(of: bench.root) == holder)
        try await cache.close()
        #expect(AttachmentCache.holder(of: bench.root) == nil)
        // Looking leaves nothing behind that would keep the next one waiting.
        try await bench.open().close()
    }
}
