import Testing

@testable import Telemetry

@Suite struct MetricsRegistryTests {
    @Test func `writes what Prometheus reads`() async {
        let registry = MetricsRegistry()
        let plain = registry.counter("attachd_files_total", "Files, \"all\" of them.")
        let labelled: CounterFamily<Colour> = registry.counters(
            "attachd_balls_total", "Balls\nand\\more.", label: "colour")
        registry.gauge("attachd_flights", "In the air.") { -7 }
        let times: HistogramFamily<Colour> = registry.histograms(
            "attachd_wait_seconds", "Waiting.", label: "colour", bounds: .init([.milliseconds(5), .seconds(1)]))
        registry.info(
            "attachd_build_info", "What runs.", [MetricFamily.Label("version", "1 \"beta\"\\\n")])
        plain.add()
        plain.add(41)
        labelled[.blue].add(3)
        times[.red].observe(.milliseconds(5))
        times[.red].observe(.seconds(2))
        #expect(
            await registry.exposition() == """
                # HELP attachd_files_total Files, "all" of them.
                # TYPE attachd_files_total counter
                attachd_files_total 42
                # HELP attachd_balls_total Balls\\nand\\\\more.
                # TYPE attachd_balls_total counter
                attachd_balls_total{colour="red"} 0
                attachd_balls_total{colour="blue"} 3
                # HELP attachd_flights In the air.
                # TYPE attachd_flights gauge
                attachd_flights -7
                # HELP attachd_wait_seconds Waiting.
                # TYPE attachd_wait_seconds histogram
                attachd_wait_seconds_bucket{colour="red",le="0.005"} 1
                attachd_wait_seconds_bucket{colour="red",le="1"} 1
                attachd_wait_seconds_bucket{colour="red",le="+Inf"} 2
                attachd_wait_seconds_sum{colour="red"} 2.005
                attachd_wait_seconds_count{colour="red"} 2
                attachd_wait_seconds_bucket{colour="blue",le="0.005"} 0
                attachd_wait_seconds_bucket{colour="blue",le="1"} 0
                attachd_wait_seconds_bucket{colour="blue",le="+Inf"} 0
                attachd_wait_seconds_sum{colour="blue"} 0
                attachd_wait_seconds_count{colour="blue"} 0
                # HELP attachd_build_info What runs.
                # TYPE attachd_build_info gauge
                attachd_build_info{version="1 \\"beta\\"\\\\\\n"} 1

                """)
    }

    @Test func `leaves out what is not known`() async {
        let registry = MetricsRegistry()
        registry.gauge("attachd_lost", "Lost.") { nil }
        registry.collect { [] }
        #expect(await registry.exposition() == "")
    }

    @Test func `loses no count that many threads add`() async {
        let registry = MetricsRegistry()
        let counter = registry.counter("attachd_files_total", "Files.")
        let colours: CounterFamily<Colour> = registry.counters("attachd_balls_total", "Balls.", label: "colour")
        let histogram = registry.histogram("attachd_wait_seconds", "Waiting.", bounds: .network)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for step in 0..<5000 {
                        counter.add()
                        colours[task.isMultiple(of: 2) ? .red : .blue].add(2)
                        histogram.observe(.milliseconds(step % 100))
                    }
                }
            }
            // Somebody reads meanwhile.
            group.addTask { _ = await registry.exposition() }
        }
        #expect(counter.value == 40_000)
        #expect(colours[.red].value == 40_000)
        #expect(colours[.blue].value == 40_000)
        #expect(histogram.count == 40_000)
        let sum = histogram.samples(labels: []).first { $0.suffix == "_sum" }?.number
        #expect(sum == .nanoseconds(8 * 50 * 4950 * 1_000_000))
    }
}
