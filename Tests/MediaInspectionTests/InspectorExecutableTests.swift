import Fixtures
import Glibc
import Telemetry
import Testing

@testable import MediaInspection

@Suite struct InspectorExecutableTests {
    @Test func `the inspector is looked for beside the daemon, in its libexec, then in the system's`() {
        #expect(
            InspectorExecutable.candidates(forDaemonAt: "/opt/x/bin/attachd") == [
                "/opt/x/bin/attachd-inspector", "/opt/x/bin/../libexec/attachd/attachd-inspector",
                "/usr/libexec/attachd/attachd-inspector",
            ])
        #expect(InspectorExecutable.candidates(forDaemonAt: nil) == ["/usr/libexec/attachd/attachd-inspector"])
    }

    @Test func `an inspector that is nowhere is reported with the paths tried`() throws {
        let path = try TemporaryFolder().path + "/absent"
        let error = #expect(throws: InspectorError.executableMissing([path])) { try InspectorExecutable(at: path) }
        #expect(error?.description == "attachd-inspector is at none of \(path)")
    }

    @Test func `an inspector that was replaced on disk is still the one that was opened`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/attachd-inspector"
        #expect(unsafe symlink(BuiltInspector.path, path) == 0)
        let executable = try InspectorExecutable(at: path)
        #expect(unsafe unlink(path) == 0)
        let pool = try InspectorPool(executable)
        try await pool.warmUp()
        #expect(pool.idleProcesses.count == 1)
        await pool.shutdown()
    }
}
