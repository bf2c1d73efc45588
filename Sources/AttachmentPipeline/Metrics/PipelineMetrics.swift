package import MediaFetching
package import MediaInspection
import NotificationContent
package import Telemetry

/// What the pipeline and the parts below it count. A value of references: copies count together.
package struct PipelineMetrics: Sendable {
    private let outcomes: CounterFamily<OutcomeLabel>
    private let attached: Counter
    private let cacheResults: CounterFamily<CacheResult>
    private let hits: Counter
    private let rememberedFailures: Counter
    private let lateness: Histogram
    private let fetches: CounterFamily<FetchLabel>
    private let fetchPhases: HistogramFamily<FetchPhase>
    private let fetchedBytes: Counter
    private let retries: CounterFamily<RetryCause>
    private let resumes: Counter
    private let refusedAddresses: CounterFamily<RefusalLabel>
    private let inspectorStarts: Counter
    private let inspectorStartFailures: Counter
    private let inspectorFailures: Counter
    private let inspectorRecycles: Counter
    private let inspectedFiles: Counter

    /// Makes the metrics and shows them in a registry; one that nobody reads makes them a record without effect.
    package init(in registry: MetricsRegistry = MetricsRegistry()) {
        outcomes = registry.counters(
            "attachd_outcomes_total", "Media references answered, by outcome: attached, or the reason of the failure.",
            label: "outcome")
        attached = outcomes[.attached]
        cacheResults = registry.counters(
            "attachd_cache_results_total", "Attached media by how the cache answered.", label: "result")
        hits = cacheResults[.hit]
        rememberedFailures = registry.counter(
            "attachd_remembered_failures_total", "Failures answered from memory, without asking the origin.")
        lateness = registry.histogram(
            "attachd_answer_lateness_seconds", "How long after its deadline a payload was answered; 0 when in time.",
            bounds: .lateness)
        fetches = registry.counters(
            "attachd_fetches_total", "Fetches ended, by result: success, not-modified, or the reason of the failure.",
            label: "result")
        fetchPhases = registry.histograms(
            "attachd_fetch_phase_seconds", "Time of the parts of a fetch; handshakes of new connections only.",
            label: "phase", bounds: .network)
        fetchedBytes = registry.counter("attachd_fetched_bytes_total", "Decoded body bytes fetched.")
        retries = registry.counters(
            "attachd_fetch_retries_total", "Requests made once more within a fetch, by what ended the one before.",
            label: "cause")
        resumes = registry.counter(
            "attachd_fetch_resumes_total", "Retries that went on where the body had broken off.")
        refusedAddresses = registry.counters(
            "attachd_refused_addresses_total", "Addresses and URLs refused, by the rule that refused them.",
            label: "rule")
        inspectorStarts = registry.counter(
            "attachd_inspector_starts_total", "Inspector processes started, the first ones included.")
        inspectorStartFailures = registry.counter(
            "attachd_inspector_start_failures_total", "Inspector processes that could not be started.")
        inspectorFailures = registry.counter(
            "attachd_inspector_failures_total", "Inspector processes that crashed, hung or broke their limits.")
        inspectorRecycles = registry.counter(
            "attachd_inspector_recycles_total", "Inspector processes replaced after their share of files.")
        inspectedFiles = registry.counter("attachd_inspected_files_total", "Files that an inspector has judged.")
    }

    /// Counts media that a list named and the cache had.
    func countHits(_ count: Int) {
        guard count > 0 else { return }
        attached.add(Int64(count))
        hits.add(Int64(count))
    }

    private func count(_ outcome: Outcome) {
        switch outcome {
        case .attached(let media):
            attached.add()
            // The warm path has no time for a search.
            (media.cache == .hit ? hits : cacheResults[media.cache]).add()
        case .failed(let failure):
            outcomes[OutcomeLabel(outcome)].add()
            if failure.cached { rememberedFailures.add() }
        }
    }

    /// Counts the answer to one payload: its outcomes, and how long after its deadline it comes; zero or less in time.
    func count(_ outcomes: [Outcome], lateness late: Duration) {
        for outcome in outcomes { count(outcome) }
        lateness.observe(late)
    }

    /// Counts a fetch that has ended: what `FetchConfiguration.onTransferEnd` wants.
    package func count(_ report: TransferReport) {
        fetches[FetchLabel(report)].add()
        fetchedBytes.add(report.bytes)
        fetchPhases[.queue].observe(report.waited)
        fetchPhases[.total].observe(report.total)
        for hop in report.hops {
            if let time = hop.nameLookup { fetchPhases[.nameLookup].observe(time) }
            if let time = hop.connect { fetchPhases[.connect].observe(time) }
            if let time = hop.tls { fetchPhases[.tls].observe(time) }
            if let time = hop.firstByte { fetchPhases[.firstByte].observe(time) }
        }
        for cause in report.retries { retries[cause].add() }
        resumes.add(Int64(report.resumed))
        report.refusals.forEach(countRefusal)
    }

    /// Counts an address or port that a rule refused, by the rule's name.
    func countRefusal(by name: String) {
        if let rule = RefusalLabel(name) { refusedAddresses[rule].add() }
    }

    /// Counts what happened to an inspector: what `InspectorPool.Configuration.observe` wants.
    package func count(_ event: InspectorEvent) {
        switch event {
        case .started: inspectorStarts.add()
        case .notStarted: inspectorStartFailures.add()
        case .failed: inspectorFailures.add()
        case .recycled: inspectorRecycles.add()
        case .answered: inspectedFiles.add()
        case .handedOver: break
        }
    }
}
