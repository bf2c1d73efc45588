import Synchronization
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct InterruptedVerificationTests {
    let bench: CacheBench

    init() throws {
        bench = try CacheBench()
    }

    @Test(arguments: [false, true])
    func `goes on with a verification that was interrupted`(_ hasDamage: Bool) async throws {
        let cache = try await bench.open { $0.durability = .none }
        await cache.adoptionEnded()
        for seed in 0..<450 { _ = try await cache.publish(sample(seed, count: 10)) }
        if hasDamage {
            try overwrite(
                cache.layout.path(try #require(BlobName(digest: digest(sample(3, count: 10)), fileExtension: "jpg"))),
                with: [1])
        }
        let part = try await Task {
            try await cache.verify(repair: false) { _ in unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        }.value
        #expect(part.checked == 200)
        #expect(part.corrupt.count == (hasDamage ? 1 : 0))
        let shown = Mutex<[VerifyProgress]>([])
        let rest = try await cache.verify(repair: false) { progress in shown.withLock { $0.append(progress) } }
        // What is wrong is found again, not passed over.
        #expect(rest.skipped == (hasDamage ? 0 : 200))
        #expect(rest.checked == (hasDamage ? 450 : 250))
        #expect(rest.corrupt.count == (hasDamage ? 1 : 0))
        #expect(shown.withLock { $0.last } == VerifyProgress(checked: 450, total: 450))
        #expect(cache.verificationProgress == nil)
        // The next one begins at the beginning.
        #expect(try await cache.verify(repair: false).checked == 450)
    }

    @Test(arguments: [(86_400, 200), (86_401, 0)] as [(Int64, Int64)])
    func `begins a verification anew that was interrupted long ago`(_ pause: Int64, _ skipped: Int64) async throws {
        let cache = try await bench.open { $0.durability = .none }
        for seed in 0..<250 { _ = try await cache.publish(sample(seed, count: 10)) }
        _ = try await Task {
            try await cache.verify(repair: true) { _ in unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        }.value
        bench.time.advance(bySeconds: pause)
        #expect(try await cache.verify(repair: true).skipped == skipped)
    }
}
