import Fixtures
import Testing

/// A request as it is sent and what must come of it; shown by its name alone.
struct WireCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let request: String
    let status: Int
    let body: String?

    init(_ name: String, _ request: String, _ status: Int) {
        (testDescription, self.request, self.status, body) = (name, request, status, nil)
    }

    init(_ name: String, _ request: String, body: String) {
        (testDescription, self.request, status, self.body) = (name, request, 200, body)
    }
}
