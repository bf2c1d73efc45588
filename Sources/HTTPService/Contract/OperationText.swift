/// What the description says of one operation beyond what its route does.
struct OperationText: Sendable {
    /// One answer.
    struct Answer: Sendable {
        let status: Int
        let description: String
        /// Media types; none for an answer without a body.
        var mediaTypes: [String] = ["application/json"]
        /// The schema of the body; nil for bytes and text.
        var schema: JSONTree?
        var examples: [(name: String, value: JSONTree)] = []
    }

    /// The body of a request.
    struct Body: Sendable {
        let schema: JSONTree
        let examples: [(name: String, value: JSONTree)]
        /// Whether an empty body is an error.
        var isRequired = true
    }

    /// A stable name for generated clients.
    let identifier: String
    let summary: String
    var body: Body?
    let answers: [Answer]
    /// Whether it is refused when there is too much to do.
    var isAdmitted = false
    /// Fields of the request that change the answer.
    var fields: [(name: String, description: String)] = []

    /// An answer of 200 whose body follows a schema.
    static func ok(_ description: String, _ schema: String, _ examples: [(name: String, value: JSONTree)]) -> Answer {
        Answer(status: 200, description: description, schema: Schema.named(schema), examples: examples)
    }
}
