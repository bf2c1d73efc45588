import CLinux
import Glibc

/// A real folder of its own for a test, removed with everything in it when the last reference goes.
package final class TemporaryFolder: Sendable {
    /// Its absolute path, without a trailing slash.
    package let path: String

    /// A folder in memory where there is one (`/dev/shm`), for many small files that nobody needs on a disk.
    package static func inMemory() throws -> TemporaryFolder {
        let memory = "/dev/shm"
        return try TemporaryFolder(below: unsafe access(memory, W_OK) == 0 ? memory : nil)
    }

    /// Makes the folder below `base`; for nil, below `$TMPDIR` or `/tmp`.
    package init(below base: String? = nil) throws {
        let base = base ?? Fixture.environment("TMPDIR") ?? "/tmp"
        var template = Array((base + "/attachd-test-XXXXXX").utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw FixtureError.unreadable(base, errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes what lies at a path below the folder, with everything in it.
    package func remove(_ name: String) throws {
        let path = path + "/" + name
        guard unsafe linux_remove_tree(path) == 0 else { throw FixtureError.unreadable(path, errno) }
    }

    deinit {
        _ = unsafe linux_remove_tree(path)
    }
}
