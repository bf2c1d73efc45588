import MediaTypes
import Testing

@Suite struct SandboxDemandTests {
    @Test(arguments: [
        (SandboxDemand.full, [true, false, false, false]), (.seccomp, [true, true, false, false]),
        (.off, [true, true, true, true]),
    ])
    func `a demand is met by the locks that it names`(demand: SandboxDemand, met: [Bool]) {
        let locks = [(true, true), (true, false), (false, true), (false, false)].map {
            InspectorLocks(hasSeccomp: $0.0, hasLandlock: $0.1)
        }
        #expect(locks.map(demand.isMet) == met)
    }

    @Test func `what is missing is named`() {
        #expect(InspectorLocks.all.missing.isEmpty)
        #expect(InspectorLocks(hasSeccomp: false, hasLandlock: false).missing == ["seccomp", "Landlock"])
    }
}
