import AttachmentPipeline
import MediaFetching
import MediaInspection
import NotificationContent

/// What the query of a request for content may say (DESIGN section 6).
struct RequestOptions: Sendable {
    /// The names that the query may hold.
    static let names: Set<String> = ["timeout", "policy", "dialect", "view", "priority"]

    /// When the best attempt goes out, counted from the request's arrival.
    let timeout: Duration
    /// The policy that judges; nil for the daemon's own.
    let policy: JudgingPolicy?
    /// The forced dialect; nil recognises it.
    let dialect: DialectName?
    /// Whether only the payload to deliver is wanted.
    let showsPayloadOnly: Bool
    /// Who is served first when connections are short.
    let priority: FetchPriority

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - target: the request's target.
    ///   - standard: the time-out where the query names none.
    ///   - policies: the policies that can be named.
    /// - Throws: `ProblemDetails` with status 400 that names the item.
    init(_ target: RequestTarget, standard: Duration, policies: [JudgingPolicy]) throws(ProblemDetails) {
        if let text = target.query("timeout") {
            guard let seconds = RequestOptions.seconds(text) else {
                throw RequestOptions.problem("timeout", "seconds, such as 5 or 0.5")
            }
            timeout = seconds
        } else {
            timeout = standard
        }
        if let text = target.query("policy") {
            guard let named = policies.first(where: { $0.policy.name == text }) else {
                throw RequestOptions.problem("policy", policies.map(\.policy.name).joined(separator: ", "))
            }
            policy = named
        } else {
            policy = nil
        }
        if let text = target.query("dialect") {
            guard let name = DialectName(text) else {
                throw RequestOptions.problem("dialect", DialectName.all.map(\.text).joined(separator: ", "))
            }
            dialect = name
        } else {
            dialect = nil
        }
        if let view = target.query("view"), view != "payload" { throw RequestOptions.problem("view", "payload") }
        showsPayloadOnly = target.query("view") != nil
        if let text = target.query("priority") {
            guard let named = FetchPriority(rawValue: text) else {
                throw RequestOptions.problem("priority", "interactive or batch")
            }
            priority = named
        } else {
            priority = .interactive
        }
    }

    /// Seconds with decimals, held to 0.05-60; nil for anything that is no such number.
    static func seconds(_ text: String) -> Duration? {
        let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e }
        guard isDecimal, text.utf8.count <= 16, let seconds = Double(text) else { return nil }
        return .microseconds(Int64(min(max(seconds, 0.05), 60) * 1_000_000))
    }

    private static func problem(_ name: String, _ expected: String) -> ProblemDetails {
        ProblemDetails(.badRequest, "\(name) must be \(expected).", members: [.text("name", name)])
    }
}
