import MediaTypes

/// The texts of all operations, by method and path; a test holds the table against the routes.
enum OperationTable {
    static let all: [String: OperationText] = [
        "POST /v1/content": OperationText(
            identifier: "resolveContent", summary: "A payload in, its descriptor out, also where attachments failed.",
            body: .init(
                schema: Schema.anyObject("A push payload, or a vendor's request for one."),
                examples: [("onesignal", Examples.payload)]),
            answers: [
                OperationText.Answer(
                    status: 200, description: "The descriptor; with view=payload the payload to deliver.",
                    schema: ["anyOf": [Schema.named("Descriptor"), Schema.anyObject("The payload to deliver.")]],
                    examples: [("descriptor", Examples.descriptor)])
            ],
            isAdmitted: true),
        "POST /v1/attachments": OperationText(
            identifier: "resolveAttachment", summary: "One URL in, its attachment or failure out.",
            body: .init(
                schema: Schema.named("AttachmentRequest"), examples: [("hero", Examples.attachmentRequest)]),
            answers: [
                OperationText.ok(
                    "What became of it.", "AttachmentAnswer",
                    [("attached", Examples.attached), ("failed", Examples.failed)])
            ],
            isAdmitted: true),
        "POST /v1/prewarm": OperationText(
            identifier: "prewarm",
            summary:
                "URLs and payloads, one a line, at most 1,000, into the cache; results in the order of completion.",
            body: .init(
                // No line is an error of the request: whatever it holds, it has a result.
                schema: ["description": "Lines: a URL, a JSON payload, blank, or a # comment."],
                examples: [("list", "https://cdn.example.com/photo.jpg\n")], isRequired: false),
            answers: [
                OperationText.Answer(
                    status: 200, description: "One PrewarmResult a line.", mediaTypes: ["application/x-ndjson"],
                    schema: ["type": "string", "description": "Each line is a PrewarmResult."])
            ],
            isAdmitted: true),
        "GET /v1/blobs/{name}": OperationText(
            identifier: "getBlob", summary: "The bytes of an attachment; its name is the secret.",
            answers: [
                OperationText.Answer(
                    status: 200, description: "All of them.", mediaTypes: MediaFormat.allCases.map(\.row.mime)),
                OperationText.Answer(
                    status: 206, description: "A part of them.", mediaTypes: MediaFormat.allCases.map(\.row.mime)),
                OperationText.Answer(status: 304, description: "The client has them.", mediaTypes: []),
                problem(404, "There is no such blob."), problem(416, "The range lies outside."),
            ],
            isAdmitted: true,
            fields: [
                ("Range", "One range of bytes."), ("If-Range", "The tag for which the range is meant."),
                ("If-None-Match", "Tags that the client has."),
            ]),
        "GET /v1/cache": OperationText(
            identifier: "cacheStatistics", summary: "What the cache holds.",
            answers: [OperationText.ok("The sums.", "CacheStatistics", [("small", Examples.statistics)])],
            isAdmitted: true),
        "GET /v1/cache/entries": OperationText(
            identifier: "cacheEntries", summary: "What the cache knows, page by page.",
            answers: [OperationText.ok("A page.", "CacheEntries", [("both", Examples.entries)])], isAdmitted: true),
        "POST /v1/cache/gc": OperationText(
            identifier: "cacheCollect", summary: "Removes what is of no more use.",
            answers: [OperationText.ok("What was removed.", "RemovalReport", [("some", Examples.removal)])],
            isAdmitted: true),
        "GET /v1/cache/verify": OperationText(
            identifier: "cacheVerification", summary: "How far a running verification is.",
            answers: [OperationText.ok("How far.", "VerifyProgress", [("none", ["running": false])])]),
        "POST /v1/cache/verify": OperationText(
            identifier: "cacheVerify", summary: "Reads every blob and compares it with its name.",
            answers: [OperationText.ok("What was found.", "VerifyReport", [("clean", Examples.verification)])],
            isAdmitted: true),
        "POST /v1/cache/purge": OperationText(
            identifier: "cachePurge", summary: "Forgets a URL, a host, what is old, or everything.",
            body: .init(
                schema: Schema.named("PurgeRequest"), examples: [("host", ["host": "cdn.example.com"])]),
            answers: [OperationText.ok("What was removed.", "RemovalReport", [("some", Examples.removal)])],
            isAdmitted: true),
        "GET /preview": OperationText(
            identifier: "preview", summary: "A page that shows what people will see; only where the operator wants it.",
            answers: [
                OperationText.Answer(
                    status: 200, description: "A page for a browser; over TCP a token is also taken as a password.",
                    mediaTypes: ["text/html"], schema: ["type": "string"])
            ]),
        "GET /v1/flights": OperationText(
            identifier: "flights", summary: "What is in the air.",
            answers: [OperationText.ok("Every flight.", "Flights", [("one", Examples.flights)])]),
        "GET /healthz": OperationText(
            identifier: "health", summary: "Whether the daemon is alive.", answers: [text("It is.")]),
        "GET /readyz": OperationText(
            identifier: "readiness", summary: "Whether new work should come.",
            answers: [
                OperationText.ok("It should.", "Readiness", [("ready", ["ready": true, "reasons": []])]),
                OperationText.Answer(
                    status: 503, description: "It should not.", schema: Schema.named("Readiness"),
                    examples: [("draining", ["ready": false, "reasons": ["draining"]])]),
            ]),
        "GET /metrics": OperationText(
            identifier: "metrics", summary: "Metrics in the text format of Prometheus.", answers: [text("All of them.")]
        ),
        "GET /openapi.json": OperationText(
            identifier: "description", summary: "This description.",
            answers: [
                OperationText.Answer(
                    status: 200, description: "OpenAPI 3.1.", schema: Schema.anyObject("An OpenAPI document."))
            ]),
    ]

    private static func text(_ description: String) -> OperationText.Answer {
        OperationText.Answer(
            status: 200, description: description, mediaTypes: ["text/plain"], schema: ["type": "string"])
    }

    private static func problem(_ status: Int, _ description: String) -> OperationText.Answer {
        OperationText.Answer(
            status: status, description: description, mediaTypes: ["application/problem+json"],
            schema: Schema.named("Problem"))
    }
}
