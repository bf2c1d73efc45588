import Testing

@testable import Telemetry

@Suite struct MetricNameTests {
    @Test(arguments: [
        (MetricFamily.Kind.counter, "attachd_outcomes_total"), (.counter, "attachd_fetched_bytes_total"),
        (.gauge, "attachd_cache_bytes"), (.gauge, "process_start_time_seconds"), (.gauge, "attachd_build_info"),
        (.histogram, "attachd_fetch_phase_seconds"),
    ])
    func `takes a name that follows the rules`(kind: MetricFamily.Kind, name: String) {
        #expect(MetricName.problem(of: name, kind) == nil)
    }

    @Test(arguments: [
        (MetricFamily.Kind.counter, "attachd_outcomes"), (.gauge, "attachd_flights_total"),
        (.gauge, "flights"), (.gauge, "attachd_"), (.gauge, "attachd_Flights"), (.gauge, "attachd_fl-ights"),
        (.gauge, "attachd_flights\n"), (.histogram, "attachd_fetch_phase"), (.histogram, "attachd_fetch_milliseconds"),
        (.counter, "attachd_wait_milliseconds_total"), (.gauge, "attachd_cache_megabytes"),
        (.gauge, "attachd_flights_count"), (.gauge, "attachd_é"),
    ])
    func `refuses a name against the rules`(kind: MetricFamily.Kind, name: String) {
        #expect(MetricName.problem(of: name, kind) != nil)
    }

    @Test(arguments: [
        ("reason", true), ("http_2", true), ("_x", false), ("__name__", false), ("2xx", false), ("Reason", false),
        ("", false), ("a b", false),
    ])
    func `knows what can name a label`(name: String, isName: Bool) {
        #expect(MetricName.isLabelName(name) == isName)
    }
}
