import Fixtures
import LoopbackOrigin
import MediaInspection
import NotificationContent
import Telemetry
import Testing

@testable import AttachmentCache
@testable import AttachmentPipeline
@testable import MediaFetching

@Suite struct PipelineMetricsTests {
    private let registry = MetricsRegistry()
    private let metrics: PipelineMetrics

    init() {
        metrics = PipelineMetrics(in: registry)
    }

    /// The lines of the exposition that begin so and do not end in a zero.
    private func lines(_ start: String) async -> [String] {
        await registry.exposition().split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix(start) && !$0.hasSuffix(" 0") }
    }

    private func media(_ cache: CacheResult) -> Outcome {
        .attached(
            AttachedMedia(
                path: "/x", sha256: "", fileExtension: "jpg", type: "", mime: "", kind: "", format: "", bytes: 1,
                cache: cache))
    }

    @Test func `counts outcomes, cache results and lateness of a payload`() async {
        let failures = [
            AttachmentFailure(.deadline, ""), AttachmentFailure(.httpStatus, "", httpStatus: 404, cached: true),
        ]
        let outcomes = [media(.hit), media(.hit), media(.joined)] + failures.map(Outcome.failed)
        metrics.count(outcomes, lateness: .milliseconds(-5))
        metrics.count([], lateness: .milliseconds(3))
        #expect(
            await lines("attachd_outcomes_total") == [
                "attachd_outcomes_total{outcome=\"attached\"} 3", "attachd_outcomes_total{outcome=\"deadline\"} 1",
                "attachd_outcomes_total{outcome=\"http-status\"} 1",
            ])
        #expect(
            await lines("attachd_cache_results_total") == [
                "attachd_cache_results_total{result=\"hit\"} 2", "attachd_cache_results_total{result=\"joined\"} 1",
            ])
        #expect(await lines("attachd_remembered_failures_total") == ["attachd_remembered_failures_total 1"])
        #expect(
            await lines("attachd_answer_lateness_seconds").prefix(3) == [
                "attachd_answer_lateness_seconds_bucket{le=\"0\"} 1",
                "attachd_answer_lateness_seconds_bucket{le=\"0.001\"} 1",
                "attachd_answer_lateness_seconds_bucket{le=\"0.005\"} 2",
            ])
    }

    @Test func `counts what inspectors do`() async {
        for event in [
            InspectorEvent.started(process: 1), .handedOver(process: 1), .answered(process: 1), .answered(process: 1),
            .failed(process: 1, detail: ""), .started(process: 2), .recycled(process: 2), .notStarted(detail: ""),
        ] { metrics.count(event) }
        #expect(
            await lines("attachd_inspect") == [
                "attachd_inspector_starts_total 2", "attachd_inspector_start_failures_total 1",
                "attachd_inspector_failures_total 1", "attachd_inspector_recycles_total 1",
                "attachd_inspected_files_total 2",
            ])
    }

    @Test func `gives every outcome, result and refusal a series`() async {
        let text = await registry.exposition()
        for reason in FailureReason.allCases {
            #expect(text.contains("attachd_outcomes_total{outcome=\"\(reason.rawValue)\"} 0\n"))
        }
        for reason in FetchFailure.Reason.allCases {
            #expect(text.contains("attachd_fetches_total{result=\"\(reason.rawValue)\"} 0\n"))
        }
        for name in AddressRules.refusalNames {
            #expect(text.contains("attachd_refused_addresses_total{rule=\"\(name)\"} 0\n"))
        }
        #expect(RefusalLabel("no-such-rule") == nil)
    }

    @Test func `describes the cache`() {
        var totals = CacheTotals()
        totals.bytes = 1
        totals.allocatedBytes = 4096
        totals.blobs = 2
        totals.entries = 3
        totals.failures = 4
        totals.pinnedBytes = 5
        #expect(
            PipelineGauges.levels(totals).flatMap(\.samples).map(\.number)
                == [.integer(1), .integer(4096), .integer(5), .integer(2), .integer(3), .integer(4)])
        var counts = CacheCounts()
        counts.evicted = 5
        counts.evictedBytes = 6
        let families = PipelineGauges.events(counts)
        #expect(families.first { $0.name == "attachd_cache_evictions_total" }?.samples.first?.number == .integer(5))
        #expect(
            families.first { $0.name == "attachd_cache_evicted_bytes_total" }?.samples.first?.number == .integer(6))
    }

    @Test(.timeLimit(.minutes(20))) func `follows a pipeline at work`() async throws {
        let origin = try LoopbackOrigin(routes: ["/text": .body(Array("hello".utf8))])
        try await PipelineBench.run(
            origin, metrics: metrics, registry: registry, fetching: { [metrics] in $0.onTransferEnd = metrics.count }
        ) { bench in
            _ = await bench.resolve("/text", "/none", "http://169.254.169.254/")
            #expect(
                await lines("attachd_outcomes_total") == [
                    "attachd_outcomes_total{outcome=\"unsupported-type\"} 1",
                    "attachd_outcomes_total{outcome=\"forbidden-address\"} 1",
                    "attachd_outcomes_total{outcome=\"http-status\"} 1",
                ])
            #expect(
                await lines("attachd_fetches_total") == [
                    "attachd_fetches_total{result=\"success\"} 1",
                    "attachd_fetches_total{result=\"http-status\"} 1",
                ])
            #expect(await lines("attachd_fetched_bytes_total") == ["attachd_fetched_bytes_total 5"])
            #expect(await lines("attachd_fetch_phase_seconds_count{phase=\"total\"}").first?.hasSuffix(" 2") == true)
            #expect(await lines("attachd_cache_failures") == ["attachd_cache_failures 2"])
            let names = await registry.families().map(\.name)
            #expect(Set(names).count == names.count)
            #expect(names.contains("attachd_flights"))
            #expect(names.contains("attachd_fetches_waiting"))
        }
    }

    @Test func `counts retries by cause, and those that went on with a body`() async {
        var report = TransferReport(
            hops: [], waited: .zero, total: .zero, bytes: 0, notModified: false, refusals: [])
        report.retries = [.truncated, .status]
        report.resumed = 1
        metrics.count(report)
        report.retries = [.truncated]
        metrics.count(report)
        #expect(
            await lines("attachd_fetch_retries_total") == [
                "attachd_fetch_retries_total{cause=\"truncated\"} 2", "attachd_fetch_retries_total{cause=\"status\"} 1",
            ])
        #expect(await lines("attachd_fetch_resumes_total") == ["attachd_fetch_resumes_total 2"])
    }

    @Test func `shows circuits, what they did, and what was kept from origins`() async throws {
        let origin = try LoopbackOrigin { _ in .closing }
        let registry = registry
        try await PipelineBench.run(
            origin, clocks: MovedClock().clocks, metrics: metrics, registry: registry,
            fetching: { $0.retries.mostRetries = 0 }
        ) { bench in
            for index in 0..<7 { _ = await bench.resolve("/\(index)") }
            _ = await bench.resolve("/0")
        }
        #expect(await lines("attachd_circuits_open ") == ["attachd_circuits_open 1"])
        #expect(await lines("attachd_circuit_openings_total") == ["attachd_circuit_openings_total 1"])
        #expect(await lines("attachd_circuit_probes_total").isEmpty)
        #expect(
            await lines("attachd_fetches_withheld_by_circuit_total") == ["attachd_fetches_withheld_by_circuit_total 2"])
        #expect(
            await lines("attachd_fetches_withheld_by_back_off_total") == [
                "attachd_fetches_withheld_by_back_off_total 1"
            ])
    }
}
