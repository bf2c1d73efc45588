import AttachmentCache
import HTTPService
import MediaFetching
import MediaInspection
import Telemetry

/// The versions of the libraries that run, which need not be those that this program was built with.
enum LibraryChecks {
    /// The oldest version of each that the project was tested with (Debian 12).
    static let oldest: [(name: String, version: String)] = [
        ("libcurl", "7.88.1"), ("libmagic", "5.44"), ("libsqlite3", "3.40.1"), ("libmicrohttpd", "0.9.75"),
        ("libcrypto", "3.0"), ("libseccomp", "2.5.4"), ("libsystemd", "0.35"),
    ]

    /// Asks every library; those of the inspector by way of it.
    static func run() -> [Finding] {
        var versions = [
            "libcurl": MediaFetcher.libraryVersion, "libsqlite3": AttachmentCache.databaseVersion,
            "libcrypto": AttachmentCache.digestVersion, "libmicrohttpd": HTTPServer.libraryVersion,
            "libsystemd": ServiceManager.libraryVersion,
        ]
        if let executable = try? InspectorExecutable.find(), let theirs = try? executable.libraryVersions() {
            versions.merge(theirs) { ours, _ in ours }
        }
        return oldest.map { finding($0.name, versions[$0.name] ?? "", atLeast: $0.version) }
    }

    /// Judges one version.
    static func finding(_ name: String, _ version: String, atLeast oldest: String) -> Finding {
        let check = "library.\(name)"
        guard !version.isEmpty else {
            return .warning(check, "does not say its version", cure: "check that the package is installed whole")
        }
        guard !isBefore(version, oldest) else {
            return .warning(
                check, "\(version), tested from \(oldest) on",
                cure: "upgrade it; nobody has tried attachd with this one")
        }
        return .ok(check, version)
    }

    /// Whether a version is lower than another: compared number by number, what follows the numbers left out.
    static func isBefore(_ version: String, _ other: String) -> Bool {
        numbers(version).lexicographicallyPrecedes(numbers(other))
    }

    private static func numbers(_ version: String) -> [Int] {
        version.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }.split(separator: ".").map { Int($0) ?? 0 }
    }
}
