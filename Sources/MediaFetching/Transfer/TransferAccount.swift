/// What is noted of a fetch while it goes on, for its report. Pure.
struct TransferAccount: Sendable {
    private let begun: ContinuousClock.Instant
    /// Since when the fetch has waited for its turn; nil while a hop runs.
    private var waitingSince: ContinuousClock.Instant?
    private var waited = Duration.zero
    private var hops: [HopPhases] = []
    private var refusals: [String] = []
    /// Why the fetch was tried again so far.
    private(set) var retries: [RetryCause] = []
    private var resumed = 0

    /// The most refused addresses that are noted: a name can have any number.
    static let mostRefusals = 32

    /// An account of a fetch that waits for its turn from now on.
    init(begun: ContinuousClock.Instant) {
        self.begun = begun
        waitingSince = begun
    }

    /// The fetch has its turn.
    mutating func hopBegins(at now: ContinuousClock.Instant) {
        endWait(at: now)
    }

    /// Whether any hop has ended.
    var hasHops: Bool { !hops.isEmpty }

    /// A hop has ended; until the next begins, the fetch waits.
    mutating func hopEnds(_ phases: HopPhases, at now: ContinuousClock.Instant) {
        hops.append(phases)
        waitingSince = now
    }

    /// An address was refused by the rule of a name; nil is none.
    mutating func refused(_ rule: String?) {
        guard refusals.count < TransferAccount.mostRefusals, let rule else { return }
        refusals.append(rule)
    }

    /// The fetch is tried again.
    mutating func retries(because cause: RetryCause) {
        retries.append(cause)
    }

    /// A retry goes on where the body broke off.
    mutating func resumes() {
        resumed += 1
    }

    /// The report of a fetch that has ended.
    func report(
        _ result: Result<FetchAnswer, FetchFailure>, bytes: Int64, at now: ContinuousClock.Instant
    ) -> TransferReport {
        var account = self
        account.endWait(at: now)
        var report = TransferReport(
            hops: hops, waited: account.waited, total: begun.duration(to: now), bytes: bytes, notModified: false,
            refusals: refusals, retries: retries, resumed: resumed)
        switch result {
        case .success(let answer): report.notModified = answer.notModified
        case .failure(let failure): report.reason = failure.reason
        }
        return report
    }

    private mutating func endWait(at now: ContinuousClock.Instant) {
        guard let since = waitingSince else { return }
        waited += since.duration(to: now)
        waitingSince = nil
    }
}
