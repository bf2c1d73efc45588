/// The values of one label of a family: a closed list, known when the family is made.
///
/// A closed list keeps the number of series bounded. What a client or an origin sends is never a value.
package protocol MetricLabel: CaseIterable, Equatable, Sendable {
    /// The value in the exposition.
    var labelText: String { get }
}

extension MetricLabel where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    package var labelText: String { rawValue }
}

/// Something for each value of a label.
struct LabelTable<Value: MetricLabel, Element: Sendable>: Sendable {
    private let values: [Value]
    private let elements: [Element]

    init(_ make: () -> Element) {
        values = Array(Value.allCases)
        elements = values.map { _ in make() }
    }

    /// A search over a few dozen values, without allocation.
    subscript(_ value: Value) -> Element {
        guard let index = values.firstIndex(of: value) else {
            preconditionFailure("a label's value must be one of all its cases")
        }
        return elements[index]
    }

    var all: [(value: Value, element: Element)] {
        zip(values, elements).map { ($0, $1) }
    }
}
