/// The metrics of the process itself, under the names that all programs share (`process_...`).
package enum ProcessMetrics {
    /// Shows them in a registry, and what was built from what; the start time is worked out once, here.
    package static func register(in registry: MetricsRegistry, clocks: Clocks, build: [MetricFamily.Label]) {
        registry.info("attachd_build_info", "Versions of the program and its libraries; always 1.", build)
        let started = ProcessStatus.current().map { startTime(of: $0, clocks.wall()) }
        registry.collect { families(started: started) }
    }

    private static func startTime(of status: ProcessStatus, _ now: WallTime) -> WallTime {
        let age = ProcessStatus.millisecondsSinceBoot() - status.startTicks * 1000 / ProcessStatus.ticksPerSecond
        return WallTime(milliseconds: now.milliseconds - age)
    }

    private static func families(started: WallTime?) -> [MetricFamily] {
        var families: [MetricFamily] = []
        if let started {
            families.append(
                MetricFamily(
                    .gauge, "process_start_time_seconds", "Start of the process, in seconds since 1970.",
                    [MetricFamily.Sample(.milliseconds(started.milliseconds))]))
        }
        if let status = ProcessStatus.current() {
            let (time, overflow) = status.ticks.multipliedReportingOverflow(by: 1000)
            let milliseconds = overflow ? .max : time / ProcessStatus.ticksPerSecond
            families += [
                MetricFamily(
                    .counter, "process_cpu_seconds_total", "Processor time in user and kernel mode.",
                    [MetricFamily.Sample(.milliseconds(milliseconds))]),
                .gauge(
                    "process_resident_memory_bytes", "Memory that is resident.",
                    status.residentPages &* ProcessStatus.pageBytes),
                .gauge("process_virtual_memory_bytes", "Address space.", status.virtualBytes),
                .gauge("process_threads", "Threads.", status.threads),
            ]
        }
        if let count = ProcessStatus.openDescriptors() {
            families.append(.gauge("process_open_fds", "Open file descriptors.", count))
        }
        if let limit = ProcessStatus.descriptorLimit() {
            families.append(.gauge("process_max_fds", "File descriptors that may be open at most.", limit))
        }
        return families
    }
}
