import Fixtures
import Glibc
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct SHA256Tests {
    /// Published test values (FIPS 180-4 examples), and the length at which a block is full.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `agrees with published values`(_ text: String, _ expected: String) throws {
        #expect(try digest(Array(text.utf8)).hexadecimal == expected)
        #expect(SHA256.digest(ofText: text)?.hexadecimal == expected)
    }

    @Test(arguments: [1, 63, 64, 65, 1000, 65_535, 65_536, 65_537])
    func `does not depend on how the bytes are cut`(_ step: Int) throws {
        let bytes = sample(1, count: 300_000)
        guard var hash = SHA256() else { throw CacheError.storageError("no SHA-256") }
        for start in stride(from: 0, to: bytes.count, by: step) {
            hash.update(bytes.span.extracting(start..<min(start + step, bytes.count)))
        }
        #expect(try hash.finish() == digest(bytes))
    }

    @Test func `reads a file from its first byte up to a limit`() throws {
        let bytes = try Fixture.bytes("photo.jpg")
        let file = try FileSystemCalls.system.openForReading(Fixture.path("photo.jpg")).handle
        lseek(file.number, 100, SEEK_SET)
        #expect(try SHA256.digest(ofDescriptor: file.number) == digest(bytes))
        #expect(lseek(file.number, 0, SEEK_CUR) == 100)
        #expect(try SHA256.digest(ofDescriptor: file.number, limit: Int64(bytes.count)) == digest(bytes))
        #expect(throws: SystemCallError("pread", code: EFBIG)) {
            try SHA256.digest(ofDescriptor: file.number, limit: Int64(bytes.count) - 1)
        }
        #expect(throws: SystemCallError("pread", code: EBADF)) { try SHA256.digest(ofDescriptor: -1) }
    }
}
