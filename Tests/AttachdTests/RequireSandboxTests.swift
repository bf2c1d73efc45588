import Fixtures
import Glibc
import Testing

/// `--require-sandbox` where the kernel or a container gives less than there could be.
@Suite struct RequireSandboxTests {
    /// What a container's filter denies, by what is then missing.
    enum Container: String, CaseIterable {
        case withoutLandlock = "landlock_create_ruleset"
        case withoutSeccomp = "seccomp,prctl"
        case withoutEither = "landlock_create_ruleset,seccomp,prctl"
    }

    private func check(_ demand: String?, in container: Container) async throws -> ProgramRun {
        let option = demand.map { ["--require-sandbox", $0] } ?? []
        return try await ProgramRun.of(
            "sandbox-probe",
            ["deny", container.rawValue, BuiltProduct.path("attachd"), "check"] + option
                + [Fixture.path("picture.png")])
    }

    @Test(arguments: [
        (Container.withoutLandlock, "seccomp" as String?), (.withoutLandlock, nil), (.withoutLandlock, "off"),
        (.withoutSeccomp, "off"), (.withoutEither, "off"),
    ])
    func `a file is judged behind the locks that are demanded`(container: Container, demand: String?) async throws {
        let run = try await check(demand, in: container)
        #expect(run.status == 0)
        #expect(run.text.contains(#""status":"accepted""#))
    }

    @Test(arguments: [
        (Container.withoutLandlock, "full" as String?, "Landlock"), (.withoutSeccomp, "full", "seccomp"),
        (.withoutSeccomp, nil, "seccomp"), (.withoutEither, "seccomp", "seccomp"),
    ])
    func `no file is looked at without them, and the cause and the cure are said`(
        container: Container, demand: String?, missing: String
    ) async throws {
        let run = try await check(demand, in: container)
        #expect(run.status == 70)
        #expect(run.output.isEmpty)
        #expect(run.messages.contains("the inspector cannot lock itself in as --require-sandbox demands"))
        #expect(run.messages.contains("not available here: \(missing)"))
        #expect(run.messages.contains("demand less with --require-sandbox"))
    }

    @Test(arguments: ["ATTACHD_REQUIRE_SANDBOX"])
    func `a demand that there is not is refused`(variable: String) async throws {
        let file = Fixture.path("picture.png")
        let option = try await ProgramRun.of("attachd", ["check", "--require-sandbox", "some", file])
        #expect(option.status == 64)
        let environment = try await ProgramRun.of("attachd", ["check", file], environment: [variable: "some"])
        #expect(environment.status == 78)
    }
}
