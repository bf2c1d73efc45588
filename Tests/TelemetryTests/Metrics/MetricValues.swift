import Telemetry

/// A label for tests.
enum Colour: String, MetricLabel {
    case red
    case blue
}
