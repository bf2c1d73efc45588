import Synchronization

/// The metrics of one process, in the order in which they were made, and their text for Prometheus.
///
/// Passed to whoever measures; there is no shared one. Lock order: `sources` is held to add or copy the list only.
package final class MetricsRegistry: Sendable {
    private typealias Source = @Sendable () async -> [MetricFamily]

    private let sources = Mutex<[Source]>([])

    /// A registry without metrics.
    package init() {}

    /// Makes a counter; `name` in full, ending in `_total`.
    package func counter(_ name: String, _ help: String) -> Counter {
        let counter = Counter()
        add(.counter, name, help) { [MetricFamily.Sample(.integer(counter.value))] }
        return counter
    }

    /// Makes a counter for each value of a label.
    package func counters<Value: MetricLabel>(
        _ name: String, _ help: String, label: String, of type: Value.Type = Value.self
    ) -> CounterFamily<Value> {
        checkLabel(label)
        let family = CounterFamily<Value>()
        add(.counter, name, help) { family.samples(label: label) }
        return family
    }

    /// Makes a histogram of times; `name` in full, ending in `_seconds`.
    package func histogram(_ name: String, _ help: String, bounds: Histogram.Bounds) -> Histogram {
        let histogram = Histogram(bounds)
        add(.histogram, name, help) { histogram.samples(labels: []) }
        return histogram
    }

    /// Makes a histogram for each value of a label.
    package func histograms<Value: MetricLabel>(
        _ name: String, _ help: String, label: String, of type: Value.Type = Value.self, bounds: Histogram.Bounds
    ) -> HistogramFamily<Value> {
        checkLabel(label)
        let family = HistogramFamily<Value>(bounds)
        add(.histogram, name, help) { family.samples(label: label) }
        return family
    }

    /// Shows a level that `read` tells when somebody asks; nil when it is not known.
    package func gauge(_ name: String, _ help: String, _ read: @escaping @Sendable () async -> Int64?) {
        add(.gauge, name, help) { await read().map { [MetricFamily.Sample(.integer($0))] } ?? [] }
    }

    /// Shows facts as labels of a gauge that is always 1, such as the version that runs.
    package func info(_ name: String, _ help: String, _ facts: [MetricFamily.Label]) {
        for fact in facts { checkLabel(fact.name) }
        add(.gauge, name, help) { [MetricFamily.Sample(labels: facts, .integer(1))] }
    }

    /// Shows families that `read` makes when somebody asks, for numbers that are read together.
    package func collect(_ read: @escaping @Sendable () async -> [MetricFamily]) {
        sources.withLock { $0.append(read) }
    }

    /// The families at this moment; those that have no sample are left out.
    package func families() async -> [MetricFamily] {
        var families: [MetricFamily] = []
        for source in sources.withLock({ $0 }) { families += await source() }
        return families.filter { !$0.samples.isEmpty }
    }

    /// The families as text for Prometheus, to be sent as `PrometheusText.contentType`.
    package func exposition() async -> String {
        PrometheusText.text(of: await families())
    }

    private func add(
        _ kind: MetricFamily.Kind, _ name: String, _ help: String,
        _ read: @escaping @Sendable () async -> [MetricFamily.Sample]
    ) {
        // Names are judged here and now, not when somebody asks.
        let empty = MetricFamily(kind, name, help, [])
        collect {
            var family = empty
            family.samples = await read()
            return [family]
        }
    }

    private func checkLabel(_ name: String) {
        precondition(MetricName.isLabelName(name) && name != "le", "no name for a label: \(name)")
    }
}
