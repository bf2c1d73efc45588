/// What is told of one metric at one moment: its name, its help, and a sample for each set of labels.
package struct MetricFamily: Sendable, Equatable {
    /// What the numbers mean; the raw values are those of the exposition's TYPE line.
    package enum Kind: String, Sendable {
        /// A count that only grows while the process lives; its name ends in `_total`.
        case counter
        /// A level that goes up and down.
        case gauge
        /// Counts of observations up to some bounds, with their sum.
        case histogram
    }

    /// A label's name and value.
    package struct Label: Sendable, Equatable {
        /// The name.
        package let name: String
        /// The value, any text.
        package let value: String

        /// A label.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// One line of an exposition.
    package struct Sample: Sendable, Equatable {
        /// What is added to the family's name: `_bucket`, `_sum` and `_count` of a histogram, else nothing.
        package var suffix = ""
        /// The labels, in the order of the line.
        package var labels: [Label] = []
        /// The value.
        package var number: MetricNumber

        /// A sample.
        package init(suffix: String = "", labels: [Label] = [], _ number: MetricNumber) {
            self.suffix = suffix
            self.labels = labels
            self.number = number
        }
    }

    /// The whole name, prefix and unit included.
    package let name: String
    /// One sentence for a person.
    package let help: String
    /// What the numbers mean.
    package let kind: Kind
    /// The samples, at least one unless nothing is known at the moment.
    package var samples: [Sample]

    /// A family; a name against the rules is a programmer's error and ends the process.
    package init(_ kind: Kind, _ name: String, _ help: String, _ samples: [Sample]) {
        if let problem = MetricName.problem(of: name, kind) { preconditionFailure(problem) }
        self.kind = kind
        self.name = name
        self.help = help
        self.samples = samples
    }

    /// A counter without labels, by its value.
    package static func counter(_ name: String, _ help: String, _ value: Int64) -> MetricFamily {
        MetricFamily(.counter, name, help, [Sample(.integer(value))])
    }

    /// A gauge without labels, by its value.
    package static func gauge(_ name: String, _ help: String, _ value: Int64) -> MetricFamily {
        MetricFamily(.gauge, name, help, [Sample(.integer(value))])
    }
}
