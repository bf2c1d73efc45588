import AttachmentPipeline
import NotificationContent

/// One flight of `GET /v1/flights`.
struct FlightReport: JSONValue {
    private let flight: FlightSummary

    /// Makes a report.
    init(_ flight: FlightSummary) {
        self.flight = flight
    }

    func write(to writer: inout JSONWriter) {
        let age = flight.age.components
        writer.object { writer in
            writer.member("url", flight.url)
            writer.member("policy", flight.policy)
            writer.member("phase", flight.phase.rawValue)
            writer.member("ageMs", age.seconds * 1000 + age.attoseconds / 1_000_000_000_000_000)
            writer.member("waiters", flight.waiters)
        }
    }
}
