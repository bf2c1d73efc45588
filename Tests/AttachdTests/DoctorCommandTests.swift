import Fixtures
import NotificationContent
import Testing

@testable import attachd

@Suite(.timeLimit(.minutes(20))) struct DoctorCommandTests {
    private func findings(_ run: ProgramRun) throws -> [String: (status: String, cure: String?)] {
        var findings: [String: (status: String, cure: String?)] = [:]
        for line in run.output.split(separator: UInt8(ascii: "\n")) {
            let document = try JSONTokens(Array(line))
            func text(_ key: JSONKey) -> String? { document.member(key, of: 0).flatMap { document.text($0) } }
            let check = try #require(text("check"))
            #expect(text("detail")?.isEmpty == false, "\(check)")
            findings[check] = (try #require(text("status")), text("cure"))
        }
        return findings
    }

    @Test func `looks at everything, and leaves the cache's place as it was`() async throws {
        let folder = try TemporaryFolder()
        let run = try await ProgramRun.of("attachd", ["doctor", "--cache-dir", folder.path + "/cache"])
        #expect(run.messages.isEmpty)
        let findings = try findings(run)
        for check in ["sandbox.inspector", "sandbox.seccomp", "cache.folder", "cache.unnamed-files", "cache.lock"] {
            #expect(findings[check]?.status == "ok", "\(check)")
        }
        for check in ["sandbox.landlock", "cache.space", "cache.inodes", "process.descriptors", "machine.clock"] {
            #expect(findings[check] != nil, "\(check)")
        }
        for row in LibraryChecks.oldest { #expect(findings["library.\(row.name)"]?.status == "ok", "\(row.name)") }
        for (check, finding) in findings where finding.status != "ok" { #expect(finding.cure != nil, "\(check)") }
        #expect(run.status == (findings.values.contains { $0.status == "problem" } ? 1 : 0))
        #expect(throws: FixtureError.self) { try Fixture.readFile(folder.path + "/cache/CACHEDIR.TAG") }
    }

    @Test(
        arguments: [
            ("landlock_create_ruleset", [], "warning", 0),
            ("landlock_create_ruleset", ["--require-sandbox", "full"], "problem", 1),
        ] as [(String, [String], String, Int32)])
    func `says what the lack of Landlock means`(
        denied: String, options: [String], status: String, exit: Int32
    ) async throws {
        let run = try await ProgramRun.of(
            "sandbox-probe", ["deny", denied, BuiltProduct.path("attachd"), "doctor", "--cache-dir", "/tmp"] + options)
        let findings = try findings(run)
        #expect(findings["sandbox.landlock"]?.status == status)
        #expect(findings["sandbox.landlock"]?.cure?.contains("landlock_create_ruleset") == true)
        #expect(findings["sandbox.seccomp"]?.status == "ok")
        #expect(findings["sandbox.inspector"]?.status == "ok")
    }

    @Test func `says that nothing is served without seccomp`() async throws {
        let run = try await ProgramRun.of(
            "sandbox-probe",
            ["deny", "seccomp", BuiltProduct.path("attachd"), "doctor", "--cache-dir", "/nonexistent/x"])
        let findings = try findings(run)
        #expect(findings["sandbox.seccomp"]?.status == "problem")
        #expect(run.status == 1)
    }

    @Test func `takes no operand`() async throws {
        let run = try await ProgramRun.of("attachd", ["doctor", "x"])
        #expect(run.status == 64)
        #expect(run.messages.contains("takes no operand"))
    }
}
