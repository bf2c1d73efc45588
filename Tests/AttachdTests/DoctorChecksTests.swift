import AttachmentCache
import MediaInspection
import MediaTypes
import Telemetry
import Testing

@testable import attachd

/// What `doctor` says of what it found, without finding it.
@Suite struct DoctorChecksTests {
    private static let gif = InspectionResult.inspected(
        InspectedMedia(format: .gif, width: 1, height: 1, frames: 1), sniffedType: "image/gif")

    private func verdicts(_ findings: [Finding]) -> [String] { findings.map(\.verdict.rawValue) }

    @Test(
        arguments: [
            (true, true, 6, .seccomp, ["ok", "ok", "ok"]), (true, false, 0, .seccomp, ["ok", "ok", "warning"]),
            (true, false, 4, .full, ["ok", "ok", "problem"]), (false, true, 6, .seccomp, ["ok", "problem", "ok"]),
            (false, false, 0, .off, ["ok", "warning", "warning"]), (false, true, 6, .full, ["ok", "problem", "ok"]),
        ] as [(Bool, Bool, Int32, SandboxDemand, [String])])
    func `judges the locks by what is demanded`(
        seccomp: Bool, landlock: Bool, version: Int32, demand: SandboxDemand, expected: [String]
    ) {
        let locks = InspectorLocks(hasSeccomp: seccomp, hasLandlock: landlock)
        let findings = SandboxChecks.findings(.judged(locks, Self.gif), landlockVersion: version, demand: demand)
        #expect(verdicts(findings) == expected)
    }

    @Test func `an inspector that does not start or judges wrongly is a problem`() {
        let locks = InspectorLocks.all
        let wrong = InspectionResult.inspected(InspectedMedia(format: .mp3, durationMicroseconds: 1), sniffedType: "")
        let refused = InspectionResult.refused(MediaRefusal(.inspectionFailed, "no memory"))
        for trial in [SandboxChecks.Trial.notStarted(.notReady), .judged(locks, wrong), .judged(locks, refused)] {
            let findings = SandboxChecks.findings(trial, landlockVersion: 1, demand: .off)
            #expect(findings.first?.verdict == .problem)
            #expect(findings.first?.cure != nil)
        }
    }

    private func probe(_ change: (inout CacheFolderProbe) -> Void = { _ in }) -> CacheFolderProbe {
        var probe = CacheFolderProbe(path: "/c", folder: .cache)
        probe.freeBytes = 20_000_000_000
        probe.freeInodes = 5000
        probe.allInodes = 10_000
        change(&probe)
        return probe
    }

    private func verdict(_ check: String, _ probe: CacheFolderProbe) -> Finding.Verdict? {
        CacheChecks.findings(probe, limit: 10_000_000_000).first { $0.check == "cache." + check }?.verdict
    }

    @Test(
        arguments: [
            (52_428_799, 0, .problem), (52_428_800, 0, .warning), (9_999_999_999, 0, .warning),
            (10_000_000_000, 0, .ok), (9_999_999_999, 1, .ok), (.max, .max, .ok),
        ] as [(UInt64, UInt64, Finding.Verdict)])
    func `room is judged by one attachment and by what the cache may take`(
        free: UInt64, used: UInt64, expected: Finding.Verdict
    ) {
        let probe = probe {
            $0.freeBytes = free
            $0.usedBytes = used
        }
        #expect(verdict("space", probe) == expected)
    }

    @Test func `inodes, nameless files and locks are judged`() {
        #expect(verdict("inodes", probe { $0.freeInodes = 999 }) == .problem)
        #expect(verdict("inodes", probe { $0.freeInodes = 1000 }) == .ok)
        #expect(verdict("inodes", probe { ($0.freeInodes, $0.allInodes) = (0, 0) }) == .ok)
        #expect(verdict("space", probe { $0.freeBytes = nil }) == .warning)
        #expect(verdict("unnamed-files", probe()) == .ok)
        #expect(verdict("unnamed-files", probe { $0.unnamedFiles = SystemCallError("open", code: 95) }) == .warning)
        #expect(verdict("lock", probe()) == .ok)
        #expect(verdict("lock", probe { $0.lock = .keepsNobodyOut }) == .problem)
        #expect(verdict("lock", probe { $0.lock = .fails(SystemCallError("flock", code: 37)) }) == .problem)
    }

    @Test func `of a folder that cannot be used nothing more is said`() {
        for folder in [CacheFolderProbe.Folder.foreign, .unusable(SystemCallError("access", code: 13))] {
            let findings = CacheChecks.findings(CacheFolderProbe(path: "/c", folder: folder), limit: 1)
            #expect(verdicts(findings) == ["problem"])
        }
    }

    @Test(
        arguments: [
            (255, .problem), (256, .warning), (1023, .warning), (1024, .ok), (.max, .ok),
        ] as [(UInt64, Finding.Verdict)])
    func `descriptors are judged by the connections`(limit: UInt64, expected: Finding.Verdict) {
        #expect(MachineChecks.descriptors(limit: limit, connections: 256).verdict == expected)
    }

    @Test func `names, certificates and the clock are judged`() {
        #expect(MachineChecks.names(hasServer: true, lookup: .found).verdict == .ok)
        #expect(MachineChecks.names(hasServer: false, lookup: .late).verdict == .warning)
        #expect(MachineChecks.names(hasServer: true, lookup: .late).verdict == .warning)
        #expect(MachineChecks.names(hasServer: true, lookup: .failed("no")).verdict == .warning)
        #expect(MachineChecks.certificates(["/a"], readable: []).verdict == .problem)
        #expect(MachineChecks.certificates(["/a"], readable: ["/a"]).verdict == .ok)
        let last = WallTime(milliseconds: 1_767_225_599_999)
        #expect(MachineChecks.clock(last, isSynchronised: true).verdict == .problem)
        let first = WallTime(milliseconds: 1_767_225_600_000)
        #expect(MachineChecks.clock(first, isSynchronised: true).verdict == .ok)
        #expect(MachineChecks.clock(first, isSynchronised: nil).verdict == .ok)
        #expect(MachineChecks.clock(first, isSynchronised: false).verdict == .warning)
    }

    @Test(
        arguments: [
            ("7.88.0", true), ("7.88.1", false), ("7.88.1-DEV", false), ("8.0", false), ("7.9.9", true), ("7.88", true),
            ("10.0", false), ("x", true),
        ])
    func `versions are compared by their numbers`(version: String, isBefore: Bool) {
        #expect(LibraryChecks.isBefore(version, "7.88.1") == isBefore)
        #expect(LibraryChecks.finding("x", version, atLeast: "7.88.1").verdict == (isBefore ? .warning : .ok))
    }

    @Test func `a library that does not say its version is worth a warning`() {
        #expect(LibraryChecks.finding("x", "", atLeast: "1").verdict == .warning)
    }

    @Test func `the table has the cure below what needs one, and no control character`() {
        let findings = [Finding.ok("a.b", "x\u{1b}[1m"), .problem("a.longer", "broken", cure: "mend it")]
        let lines = findings.table.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0] == "a.b       ok       x\u{fffd}[1m")
        #expect(lines[1] == "a.longer  problem  broken")
        #expect(lines[2] == "                   -> mend it")
        #expect(findings.status == .failed)
        #expect([Finding.warning("a", "b", cure: "c")].status == .success)
    }

    @Test func `a look-up that is never answered ends at its limit`() async {
        let clocks = Clocks(monotonic: { ContinuousClock.now }, wall: { .now() }, wait: { _ in })
        // A number needs no resolver, and no file that a bare machine may lack.
        #expect(await NameLookup.run("127.0.0.1", limit: .seconds(600)) == .found)
        // A resolver may be faster than a limit that is over at once: either answer comes, and only one.
        #expect([.late, .found].contains(await NameLookup.run("127.0.0.1", clocks: clocks)))
    }
}
