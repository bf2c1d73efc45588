/// Histograms with the same bounds that differ in one label; all of them exist, empty, from the start.
package struct HistogramFamily<Value: MetricLabel>: Sendable {
    private let histograms: LabelTable<Value, Histogram>

    init(_ bounds: Histogram.Bounds) {
        histograms = LabelTable { Histogram(bounds) }
    }

    /// The histogram of one value, found by search; a hot place keeps it.
    package subscript(_ value: Value) -> Histogram {
        histograms[value]
    }

    func samples(label: String) -> [MetricFamily.Sample] {
        histograms.all.flatMap { value, histogram in
            histogram.samples(labels: [MetricFamily.Label(label, value.labelText)])
        }
    }
}
