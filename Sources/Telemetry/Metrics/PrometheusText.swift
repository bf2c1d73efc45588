/// The text form of metrics that Prometheus reads (exposition format 0.0.4).
package enum PrometheusText {
    /// The Content-Type of the text.
    package static let contentType: StaticString = "text/plain; version=0.0.4; charset=utf-8"

    /// The text of some families, in their order; a family's HELP and TYPE stand before its samples.
    package static func text(of families: [MetricFamily]) -> String {
        var text = ""
        for family in families {
            text += "# HELP \(family.name) \(escaped(family.help, quotes: false))\n"
            text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
            for sample in family.samples {
                text += family.name + sample.suffix + labels(sample.labels) + " " + sample.number.text + "\n"
            }
        }
        return text
    }

    private static func labels(_ labels: [MetricFamily.Label]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",") + "}"
    }

    /// Backslashes and line feeds are escaped, and quotes where the text stands between quotes.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
