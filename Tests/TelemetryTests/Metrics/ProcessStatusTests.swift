import Testing

@testable import Telemetry

@Suite struct ProcessStatusTests {
    private let line =
        "4711 (a) b (c) S 1 4711 4711 0 -1 4194304 1 2 3 4 50 7 0 0 20 0 9 0 123456 987654321 2048 18446744073709551615 1"

    @Test func `reads a line whose name is meant to mislead`() throws {
        let status = try #require(ProcessStatus(line: line))
        #expect(status.ticks == 57)
        #expect(status.threads == 9)
        #expect(status.startTicks == 123_456)
        #expect(status.virtualBytes == 987_654_321)
        #expect(status.residentPages == 2048)
    }

    @Test(arguments: ["", "1 (x", "1 (x) S 1 2 3", "1 (x) " + Array(repeating: "y", count: 40).joined(separator: " ")])
    func `refuses a line of another form`(line: String) {
        #expect(ProcessStatus(line: line) == nil)
    }

    @Test func `reads this process`() throws {
        let status = try #require(ProcessStatus.current())
        #expect(status.threads > 0)
        #expect(status.residentPages > 0)
        #expect(try #require(ProcessStatus.openDescriptors()) >= 3)
    }

    @Test func `shows the process under the names that all programs share`() async {
        let registry = MetricsRegistry()
        ProcessMetrics.register(in: registry, clocks: .system, build: [MetricFamily.Label("version", "1.2.3")])
        let families = await registry.families()
        let names = Set(families.map(\.name))
        #expect(
            names.isSuperset(of: [
                "process_start_time_seconds", "process_cpu_seconds_total", "process_resident_memory_bytes",
                "process_virtual_memory_bytes", "process_threads", "process_open_fds",
            ]))
        guard case .milliseconds(let start) = start(families) else {
            Issue.record("no start time")
            return
        }
        let now = WallTime.now().milliseconds
        #expect(start <= now)
        #expect(start > now - 86_400_000)
        #expect(families.first?.samples == [.init(labels: [.init("version", "1.2.3")], .integer(1))])
    }

    private func start(_ families: [MetricFamily]) -> MetricNumber? {
        families.first { $0.name == "process_start_time_seconds" }?.samples.first?.number
    }
}
