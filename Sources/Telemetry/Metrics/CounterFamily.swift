/// Counters that differ in one label; all of them exist, at zero, from the start.
package struct CounterFamily<Value: MetricLabel>: Sendable {
    private let counters: [Counter]

    init() {
        counters = Value.allCases.map { _ in Counter() }
    }

    /// The counter of one value; a hot place keeps it.
    package subscript(_ value: Value) -> Counter {
        counters[value.labelIndex]
    }

    func samples(label: String) -> [MetricFamily.Sample] {
        zip(Value.allCases, counters).map { value, counter in
            MetricFamily.Sample(
                labels: [MetricFamily.Label(label, value.labelText)], .integer(counter.value))
        }
    }
}
