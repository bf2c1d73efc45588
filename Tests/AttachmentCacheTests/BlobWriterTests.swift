import Glibc
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct BlobWriterTests {
    let bench: CacheBench

    init() throws {
        bench = try CacheBench()
    }

    @Test func `shows the inspector what was written and begins again`() async throws {
        let cache = try await bench.open()
        let writer = try cache.makeWriter(expectedBytes: 10)
        try writer.take(sample(1))
        try writer.take([])
        #expect(writer.bytesWritten == Int64(sample(1).count))
        let reader = try writer.readOnlyDescriptor()
        #expect(try SHA256.digest(ofDescriptor: reader.number) == digest(sample(1)))
        #expect(throws: SystemCallError.self) { try FileSystemCalls.system.write(reader.number, [1].span, 0) }
        try writer.restart()
        #expect(writer.bytesWritten == 0)
        try writer.take(sample(2))
        #expect(try SHA256.digest(ofDescriptor: reader.number) == digest(sample(2)))
        let blob = try await cache.publish(writer, fileExtension: "jpg", description: jpeg)
        #expect(try blob.digest == digest(sample(2)))
        #expect(throws: CacheError.self) { try writer.take([1]) }
        await #expect(throws: CacheError.self) {
            try await cache.publish(writer, fileExtension: "jpg", description: jpeg)
        }
        #expect(await cache.blob(blob.digest) == blob)
    }

    @Test func `takes nothing after a failed write`() async throws {
        let disk = FaultyFileSystem.failing(.write, ENOSPC)
        let cache = try await bench.open(calls: disk.calls)
        let writer = try cache.makeWriter(expectedBytes: nil)
        try writer.take([1])
        disk.arm()
        #expect(throws: CacheError.storageFull("write: No space left on device")) { try writer.take([2]) }
        disk.arm(false)
        #expect(throws: CacheError.self) { try writer.take([3]) }
    }
}
