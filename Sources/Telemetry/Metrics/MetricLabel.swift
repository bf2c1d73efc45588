/// The values of one label of a family: a closed list, known when the family is made.
///
/// A closed list keeps the number of series bounded and makes an increment one atomic addition. What a client or an
/// origin sends is never a value.
package protocol MetricLabel: CaseIterable, Equatable, Sendable {
    /// The value in the exposition.
    var labelText: String { get }
    /// The place among `allCases`, from 0. By default found by search, over a list of a few dozen at most; a type with
    /// numbers of its own, or a hot one, gives its own.
    var labelIndex: Int { get }
}

extension MetricLabel {
    /// The place found by search.
    package var labelIndex: Int {
        var index = 0
        for value in Self.allCases {
            if value == self { return index }
            index += 1
        }
        preconditionFailure("a label's value must be one of all its cases")
    }
}

extension MetricLabel where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    package var labelText: String { rawValue }
}
