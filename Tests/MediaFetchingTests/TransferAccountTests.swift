import Testing

@testable import MediaFetching

@Suite struct TransferAccountTests {
    private let begun = ContinuousClock.now

    private func at(_ seconds: Int) -> ContinuousClock.Instant {
        begun.advanced(by: .seconds(seconds))
    }

    @Test func `adds up the waits before each hop`() {
        var account = TransferAccount(begun: begun)
        account.hopBegins(at: at(2))
        account.hopEnds(HopPhases(.init(startTransfer: 1)), at: at(5))
        account.hopBegins(at: at(6))
        account.hopEnds(HopPhases(.init(startTransfer: 2)), at: at(9))
        let report = account.report(.failure(FetchFailure(.stalled, "x")), bytes: 7, at: at(9))
        #expect(report.waited == .seconds(3))
        #expect(report.total == .seconds(9))
        #expect(report.hops.map(\.firstByte) == [.microseconds(1), .microseconds(2)])
        #expect(report.bytes == 7)
        #expect(report.reason == .stalled)
    }

    @Test func `counts a wait that nothing came of`() {
        let report = TransferAccount(begun: begun).report(
            .failure(FetchFailure(.deadline, "x")), bytes: 0, at: at(4))
        #expect(report.waited == .seconds(4))
        #expect(report.hops.isEmpty)
    }

    @Test func `names what refused addresses, up to a limit`() {
        var account = TransferAccount(begun: begun)
        account.refused(AddressRules.Verdict.allowed.name)
        account.refused(AddressRules.Verdict.forbiddenAddress("private").name)
        account.refused(AddressRules.Verdict.forbiddenPort.name)
        #expect(
            account.report(.failure(FetchFailure(.deadline, "x")), bytes: 0, at: begun).refusals == [
                "private", "forbidden-port",
            ])
        for _ in 0..<100 { account.refused("private") }
        let report = account.report(.failure(FetchFailure(.deadline, "x")), bytes: 0, at: begun)
        #expect(report.refusals.count == TransferAccount.mostRefusals)
    }
}
