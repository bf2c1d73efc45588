import NotificationContent

/// The description of one operation: what its route does and what the table says of it.
struct OperationDescription {
    private let route: Route
    private let text: OperationText

    init(_ route: Route, _ text: OperationText) {
        self.route = route
        self.text = text
    }

    /// The operation's object; for HEAD the same answers without their bodies.
    func document(isHead: Bool = false) -> JSONTree {
        var members: [JSONTree.Member] = [
            .init("operationId", .text(text.identifier + (isHead ? "Head" : ""))),
            .init("summary", .text(text.summary)),
            .init("security", .list(securities)),
        ]
        if !parameters.isEmpty { members.append(.init("parameters", .list(parameters))) }
        if let body = text.body { members.append(.init("requestBody", document(of: body))) }
        members.append(.init("responses", .object(responses(isHead))))
        return .object(members)
    }

    /// The ways to be let in, of which one is enough; the last is a socket, or a daemon without tokens.
    private var securities: [JSONTree] {
        if route.isOpen { return [] }
        return route.takesPassword ? [["token": []], ["password": []], [:]] : [["token": []], [:]]
    }

    private var parameters: [JSONTree] {
        let path = route.pattern.placeholders.map { name in
            parameter(name, in: "path", isRequired: true, ParameterTable.path[name])
        }
        let query = route.query.sorted().map { name in
            parameter(name, in: "query", isRequired: false, ParameterTable.query[name])
        }
        let fields = text.fields.map { field in
            parameter(field.name, in: "header", isRequired: false, Schema.text(field.description))
        }
        return path + query + fields
    }

    private func parameter(_ name: String, in place: String, isRequired: Bool, _ schema: JSONTree?) -> JSONTree {
        [
            "name": .text(name), "in": .text(place), "required": .flag(isRequired),
            "schema": schema ?? ["type": "string"],
        ]
    }

    private func document(of body: OperationText.Body) -> JSONTree {
        [
            "required": .flag(body.isRequired),
            "content": .object(
                route.contentTypes.map { .init($0, content(body.schema, body.examples)) }),
        ]
    }

    private func responses(_ isHead: Bool) -> [JSONTree.Member] {
        var answers = text.answers
        for (status, description) in commonProblems where !answers.contains(where: { $0.status == status }) {
            answers.append(
                OperationText.Answer(
                    status: status, description: description, mediaTypes: ["application/problem+json"],
                    schema: Schema.named("Problem")))
        }
        return answers.sorted { $0.status < $1.status }.map { answer in
            let content = answer.mediaTypes.map { type in
                JSONTree.Member(type, self.content(answer.schema, answer.examples))
            }
            var members: [JSONTree.Member] = [.init("description", .text(answer.description))]
            if answer.status == 503 { members.append(.init("headers", OperationDescription.retryAfter)) }
            if !content.isEmpty && !isHead { members.append(.init("content", .object(content))) }
            return .init(String(answer.status), .object(members))
        }
    }

    /// What the router, the server and the admission refuse before the route's own work.
    private var commonProblems: [(Int, String)] {
        var problems = [
            (400, "The request has a name in the query, a value or a body that is not understood."),
            (413, "The body is longer than \(route.bodyLimit) bytes."),
        ]
        if !route.isOpen { problems.append((401, "The request needs a token.")) }
        if !route.contentTypes.isEmpty {
            problems.append((415, "The body must be \(route.contentTypes.joined(separator: " or "))."))
        }
        if text.isAdmitted { problems.append((503, "There is too much to do, or the disk is at fault.")) }
        return problems
    }

    private static let retryAfter: JSONTree = [
        "Retry-After": ["schema": Schema.whole("Seconds."), "description": "Where there is too much to do."]
    ]

    private func content(_ schema: JSONTree?, _ examples: [(name: String, value: JSONTree)]) -> JSONTree {
        var members: [JSONTree.Member] = []
        if let schema { members.append(.init("schema", schema)) }
        if !examples.isEmpty {
            members.append(
                .init("examples", .object(examples.map { .init($0.name, ["value": $0.value]) })))
        }
        return .object(members)
    }
}
