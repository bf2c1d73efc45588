import Fixtures
import Glibc
import Testing

/// The whole of `check`, locked inspector included, wherever it may have to run. What a machine does not let a test set up
/// is skipped, and said so.
@Suite(.timeLimit(.minutes(20))) struct SurroundingsTests {
    /// A way to run a program somewhere else: the words before the program's own.
    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let words: [String]
    }

    private static let places = [
        Place(testDescription: "as whoever runs the tests", words: []),
        Place(
            testDescription: "as an ordinary user",
            words: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]),
        Place(
            testDescription: "without any capability and without new privileges",
            words: ["/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]),
        Place(
            testDescription: "as root of a user namespace", words: ["/usr/bin/unshare", "--user", "--map-root-user"]),
        Place(
            testDescription: "in namespaces of its own",
            words: ["/usr/bin/unshare", "--fork", "--pid", "--net", "--ipc", "--uts", "--mount", "--mount-proc"]),
        Place(
            testDescription: "in a container without Landlock",
            words: [BuiltProduct.path("sandbox-probe"), "deny", "landlock_create_ruleset"]),
        Place(
            testDescription: "in a container of bubblewrap",
            words: [
                "/usr/bin/bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--unshare-all",
                "--die-with-parent",
            ]),
    ]

    @Test(arguments: places)
    func `judges a picture`(_ place: Place) async throws {
        let words = place.words + [BuiltProduct.path("attachd"), "check", "--json", Fixture.path("photo.jpg")]
        guard try await isPossible(place) else {
            print("skipped: check \(place.testDescription) (this machine does not allow it)")
            return
        }
        let run = try await ProgramRun.of(words[0], Array(words.dropFirst()), environment: [:])
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.text.contains(#""status":"accepted""#))
        #expect(run.text.contains(#""width":640,"height":360"#))
    }

    /// Whether a program that does nothing runs there, and can read the programs under test.
    private func isPossible(_ place: Place) async throws -> Bool {
        guard let program = place.words.first else { return true }
        guard unsafe access(program, X_OK) == 0 else { return false }
        let words = place.words.dropFirst() + ["/usr/bin/test", "-x", BuiltProduct.path("attachd")]
        return try await ProgramRun.of(program, Array(words)).status == 0
    }
}
