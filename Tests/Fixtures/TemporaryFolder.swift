import CLinux
import Glibc

/// A real folder of its own for a test, removed with everything in it when the last reference goes.
package final class TemporaryFolder: Sendable {
    /// Its absolute path, without a trailing slash.
    package let path: String

    /// Makes the folder below `$TMPDIR` or `/tmp`.
    package init() throws {
        let base = Fixture.environment("TMPDIR") ?? "/tmp"
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
