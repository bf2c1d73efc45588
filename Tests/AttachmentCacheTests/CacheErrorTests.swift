import Glibc
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct CacheErrorTests {
    @Test(arguments: [(ENOSPC, true), (EDQUOT, true), (EIO, false), (EROFS, false), (EMFILE, false), (EACCES, false)])
    func `tells a full disk from a broken one`(_ code: Int32, _ isFull: Bool) {
        let error = SystemCallError("pwrite", code: code)
        #expect(CacheError(error) == (isFull ? .storageFull(error.description) : .storageError(error.description)))
    }

    @Test(
        arguments: [
            (13, 0, true), (10 | 3 << 8, ENOSPC, true), (10 | 3 << 8, EDQUOT, true), (10 | 3 << 8, EIO, false),
            (11, 0, false), (26, 0, false), (5, 0, false), (8, 0, false),
        ] as [(Int32, Int32, Bool)])
    func `tells a full index from a broken one`(_ code: Int32, _ systemCode: Int32, _ isFull: Bool) {
        let error = SQLiteError(code: code, systemCode: systemCode, message: "m")
        #expect(CacheError(error) == (isFull ? .storageFull(error.description) : .storageError(error.description)))
    }

    @Test func `tells a folder that cannot be made from one that is forbidden`() {
        let denied = SystemCallError("mkdir", code: EACCES)
        #expect(CacheError(opening: "/c", denied) == .notPermitted(path: "/c", detail: denied.description))
        let missing = SystemCallError("mkdir", code: ENOTDIR)
        #expect(CacheError(opening: "/c", missing) == .cannotCreate(path: "/c", detail: missing.description))
        let full = SystemCallError("mkdir", code: ENOSPC)
        #expect(CacheError(opening: "/c", full) == .storageFull(full.description))
    }
}
