/// Counters that differ in one label; all of them exist, at zero, from the start.
package struct CounterFamily<Value: MetricLabel>: Sendable {
    private let counters = LabelTable<Value, Counter> { Counter() }

    init() {}

    /// The counter of one value, found by search; a hot place keeps it, and then adding is one atomic addition.
    package subscript(_ value: Value) -> Counter {
        counters[value]
    }

    func samples(label: String) -> [MetricFamily.Sample] {
        counters.all.map { value, counter in
            MetricFamily.Sample(labels: [MetricFamily.Label(label, value.labelText)], .integer(counter.value))
        }
    }
}
