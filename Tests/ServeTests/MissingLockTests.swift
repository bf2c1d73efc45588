import Fixtures
import Testing

/// The daemon in a container that keeps a lock from its inspectors.
@Suite struct MissingLockTests {
    private func start(_ denied: String, _ options: [String] = [], in folder: TemporaryFolder) throws -> RunningProgram
    {
        try RunningProgram(
            "sandbox-probe",
            ["deny", denied, BuiltProduct.path("attachd"), "serve", "--listen", "unix:\(folder.path)/attachd.sock"]
                + Daemon.arguments(folder) + options)
    }

    @Test func `serves without Landlock, and says so in the log and to who asks whether it is ready`() async throws {
        let folder = try TemporaryFolder()
        let program = try start("landlock_create_ruleset", in: folder)
        let daemon = try await Daemon.ready(program, folder)
        let ready = try await daemon.get("/readyz")
        #expect(ready.status == 200)
        let note = "the inspectors run without Landlock, which is not available here"
        #expect(ready.text == #"{"ready":true,"reasons":[],"notes":["\#(note)"]}"#)
        let run = await program.stop()
        #expect(run.status == 0)
        #expect(run.messages.contains("a lock is missing detail=\"\(note)\""))
    }

    @Test(arguments: [("landlock_create_ruleset", ["--require-sandbox", "full"]), ("seccomp,prctl", [])])
    func `refuses to serve without a lock that is demanded, and leaves no socket behind`(
        denied: String, options: [String]
    ) async throws {
        let folder = try TemporaryFolder()
        let run = try await start(denied, options, in: folder).end()
        #expect(run.status == 70)
        #expect(run.messages.contains("the inspector cannot lock itself in"))
        #expect(!run.messages.contains("listening"))
        #expect(throws: FixtureError.self) { try Fixture.readFile(folder.path + "/attachd.sock") }
    }
}
