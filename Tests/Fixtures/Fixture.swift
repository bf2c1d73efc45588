import Glibc

/// The project's own media, and where the shared reference data lie.
package enum Fixture {
    /// The repository's root, from this file's place in it.
    package static let repository: String = {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return parts.joined(separator: "/")
    }()

    /// The path of a committed sample, such as `photo.jpg`.
    package static func path(_ name: String) -> String {
        repository + "/Tests/Fixtures/Media/" + name
    }

    /// The bytes of a committed sample.
    package static func bytes(_ name: String) throws -> [UInt8] {
        try readFile(path(name))
    }

    /// The folder of shared reference data (`$ATTACHD_SHARED`, else `../shared` beside the repository); nil if absent.
    package static let shared: String? = {
        let chosen = environment("ATTACHD_SHARED") ?? repository + "/../shared"
        return unsafe access(chosen + "/corpus/manifest.json", R_OK) == 0 ? chosen : nil
    }()

    /// Says on standard output how many cases the absent reference data cost; returns whether they are there.
    package static func sharedIsPresent(orSkipping cases: String) -> Bool {
        guard shared == nil else { return true }
        print("skipped: \(cases) (the shared reference data are absent; set ATTACHD_SHARED)")
        return false
    }

    /// An environment variable; nil if unset.
    package static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The whole of a file.
    package static func readFile(_ path: String) throws -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FixtureError.unreadable(path, errno) }
        defer { close(descriptor) }
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count: Int = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw FixtureError.unreadable(path, errno) }
            guard count > 0 else { return result }
            result.append(contentsOf: buffer[..<count])
        }
    }
}

/// A fixture that is not where it should be.
package enum FixtureError: Error {
    /// The path and `errno`.
    case unreadable(String, Int32)
}
