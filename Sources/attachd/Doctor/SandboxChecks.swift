import CLinux
import Glibc
import MediaInspection
import MediaTypes
import Telemetry

/// Starts a real inspector, asks which locks it could close behind itself, and lets it judge a picture.
enum SandboxChecks {
    /// What became of the inspector.
    enum Trial: Sendable {
        /// There is none, or it did not get ready.
        case notStarted(InspectorError)
        /// Its locks, and its verdict on a sound picture.
        case judged(InspectorLocks, InspectionResult)
    }

    /// A picture of one pixel: GIF89a with one frame.
    private static let picture: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        + [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]

    /// Runs the trial. Without any demand, so that each lock that is missing can be named.
    static func run(_ settings: Settings) async throws(CommandError) -> [Finding] {
        var settings = settings
        let demand = settings.sandbox
        settings.sandbox = .off
        settings.inspectors = 1
        settings.log = .silent
        let pool: InspectorPool
        do throws(CommandError) {
            pool = try InspectorOpening.open(settings)
        } catch {
            return [.problem("sandbox.inspector", error.cause, cure: error.cure)]
        }
        let trial: Trial
        do throws(InspectorError) {
            try await pool.warmUp()
            let result = await inspect(with: pool)
            trial = .judged(pool.locks ?? InspectorLocks(hasSeccomp: false, hasLandlock: false), result)
        } catch {
            trial = .notStarted(error)
        }
        await pool.shutdown()
        return findings(trial, landlockVersion: linux_landlock_version(), demand: demand)
    }

    private static func inspect(with pool: InspectorPool) async -> InspectionResult {
        let number = unsafe linux_memory_file("attachd-doctor")
        guard number >= 0 else {
            return .refused(MediaRefusal(.inspectionFailed, "\(SystemCallError.current("memfd_create"))"))
        }
        let file = DescriptorHandle(owning: number)
        guard unsafe write(number, picture, picture.count) == picture.count else {
            return .refused(MediaRefusal(.inspectionFailed, "\(SystemCallError.current("write"))"))
        }
        return await pool.inspect(file)
    }

    /// Judges a trial; `landlockVersion` is the kernel's, below 1 where it has none.
    static func findings(_ trial: Trial, landlockVersion: Int32, demand: SandboxDemand) -> [Finding] {
        switch trial {
        case .notStarted(let error):
            let known = CommandError(error)
            return [.problem("sandbox.inspector", known.cause, cure: known.cure)]
        case .judged(let locks, let result):
            return [inspector(result), seccomp(locks, demand), landlock(locks, landlockVersion, demand)]
        }
    }

    private static func inspector(_ result: InspectionResult) -> Finding {
        let check = "sandbox.inspector"
        let cure = "install attachd and attachd-inspector from one build, and libmagic with its database"
        switch result {
        case .inspected(let media, _) where media.format == .gif:
            return .ok(check, "a process of its own judged a picture behind its locks")
        case .inspected(let media, _):
            return .problem(check, "it takes a GIF for \(media.format.row.mime)", cure: cure)
        case .refused(let refusal):
            return .problem(check, "it refuses a sound picture: \(refusal.detail)", cure: cure)
        case .cancelled:
            return .warning(check, "interrupted", cure: "run it again")
        }
    }

    private static func seccomp(_ locks: InspectorLocks, _ demand: SandboxDemand) -> Finding {
        let check = "sandbox.seccomp"
        if locks.hasSeccomp { return .ok(check, "only the system calls of an inspection are left") }
        let detail = "the kernel, the container or the unit allows no seccomp filter"
        let cure =
            "allow the system calls seccomp and prctl (systemd: SystemCallFilter=seccomp; container: its profile)"
        guard demand == .off else { return .problem(check, detail + ", and without it nothing is served", cure: cure) }
        return .warning(check, detail + "; --require-sandbox off serves all the same", cure: cure)
    }

    private static func landlock(_ locks: InspectorLocks, _ version: Int32, _ demand: SandboxDemand) -> Finding {
        let check = "sandbox.landlock"
        if locks.hasLandlock { return .ok(check, "no path can be opened (the kernel's version \(version))") }
        let detail =
            version > 0
            ? "the kernel has version \(version), and it cannot be used here" : "the kernel or the container has none"
        let cure =
            "kernel 5.13 with lsm=landlock; in a container or unit allow landlock_create_ruleset, landlock_restrict_self"
        guard demand == .full else { return .warning(check, detail + "; seccomp alone keeps paths closed", cure: cure) }
        return .problem(check, detail + ", and --require-sandbox full demands it", cure: cure)
    }
}
