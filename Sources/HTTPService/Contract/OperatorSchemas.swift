import AttachmentPipeline
import MediaTypes
import NotificationContent

/// The schemas of problems, cache reports, flights, readiness and the lines of a pre-warming.
enum OperatorSchemas {
    static var all: [Schema.Property] {
        [
            ("Problem", problem), ("CacheStatistics", statistics), ("CacheEntries", entries), ("CacheEntry", entry),
            ("RemovalReport", removal), ("VerifyReport", verification), ("VerifyProgress", progress),
            ("PurgeRequest", purge), ("Flights", flights), ("Readiness", readiness), ("PrewarmResult", prewarmed),
        ]
    }

    private static let problem = Schema.object(
        "An error of the request itself (RFC 9457).",
        required: [
            ("type", Schema.word("What kind of problem.", of: ProblemDetails.Kind.allCases.map(\.rawValue))),
            ("title", Schema.text("The status's phrase.")), ("status", Schema.whole("The status.", from: 400)),
            ("detail", Schema.text("One sentence for a person.")),
        ],
        optional: [
            ("instance", Schema.text("A URI of this very case.")),
            ("offset", Schema.whole("The byte at which the JSON goes wrong.")),
            ("name", Schema.text("The name in the query that is at fault.")),
        ])

    private static let statistics = Schema.object(
        "What the cache holds.",
        required: [
            ("directory", Schema.text("The cache root.")), ("bytes", Schema.whole("Bytes of blobs.")),
            ("allocatedBytes", Schema.whole("Bytes that they take on the disk.")),
            ("maxBytes", Schema.whole("The most bytes of blobs.")), ("blobs", Schema.whole("Blobs.")),
            ("unreferencedBlobs", Schema.whole("Blobs that no URL names.")),
            ("entries", Schema.whole("URLs with a blob.")), ("failures", Schema.whole("Remembered failures.")),
            ("pinnedBlobs", Schema.whole("Blobs that stay.")), ("pinnedBytes", Schema.whole("Their bytes.")),
            ("hits", Schema.whole("Answers from the cache.")), ("misses", Schema.whole("Answers that took a fetch.")),
            (
                "kinds",
                Schema.list(
                    "Every kind, most bytes first.",
                    of: Schema.object(
                        "Blobs of one kind.",
                        required: [
                            ("kind", Schema.text("Picture, film or sound.")), ("blobs", Schema.whole("Blobs.")),
                            ("bytes", Schema.whole("Their bytes.")),
                        ]))
            ),
            (
                "hosts",
                Schema.list(
                    "The 100 hosts with the most bytes.",
                    of: Schema.object(
                        "URLs of one host.",
                        required: [
                            ("host", Schema.text("As in the URL.")), ("entries", Schema.whole("URLs with a blob.")),
                            ("failures", Schema.whole("Remembered failures.")),
                            ("bytes", Schema.whole("Bytes of the blobs.")),
                        ]))
            ),
        ],
        optional: [
            ("hitRatio", Schema.number("Hits of hits and misses; absent before the first.", to: 1)),
            ("oldest", Schema.time("When the oldest blob was stored.")),
        ])

    private static let entries = Schema.object(
        "A page of what the cache knows.",
        required: [("entries", Schema.list("In the order asked for.", of: Schema.named("CacheEntry")))],
        optional: [("nextCursor", Schema.text("For the next page; absent at the end."))])

    private static let known: [Schema.Property] = [
        ("url", Schema.text("The URL; values of its query only with full=true.")),
        ("storedAt", Schema.time("When the origin last vouched for it.")),
        ("freshUntil", Schema.time("The origin is not asked before.")),
    ]

    private static let entry: JSONTree = [
        "description": "What the cache knows of one URL.",
        "oneOf": [
            Schema.object(
                "Accepted bytes.",
                required: known + [
                    ("sha256", Schema.text("Digest.", pattern: DescriptorSchemas.digestPattern)),
                    ("bytes", Schema.whole("Size.")), ("kind", Schema.text("Picture, film or sound.")),
                    ("mime", Schema.text("Media type.")), ("path", Schema.text("The file.")),
                ]),
            Schema.object(
                "A remembered failure.",
                required: known + [("reason", Schema.text("Stable.")), ("detail", Schema.text("One sentence."))],
                optional: [("httpStatus", Schema.whole("The origin's status.", from: 100))]),
        ],
    ]

    private static let removal = Schema.object(
        "What was removed.",
        required: [
            ("entries", Schema.whole("URLs with a blob.")), ("failures", Schema.whole("Remembered failures.")),
            ("blobs", Schema.whole("Blobs with their files.")), ("orphans", Schema.whole("Files without a row.")),
            ("freedBytes", Schema.whole("Bytes of disk.")),
        ])

    private static let verification = Schema.object(
        "What re-hashing every blob found; all is well where the lists are empty and the last three are 0.",
        required: [
            ("checked", Schema.whole("Files read.")), ("checkedBytes", Schema.whole("Their bytes.")),
            ("corrupt", Schema.list("Wrong content, the first 1,000.", of: digest)),
            ("missing", Schema.list("No file, the first 1,000.", of: digest)),
            ("unreadable", Schema.whole("Files that could not be read.")),
            ("orphans", Schema.whole("Files without a row.")), ("ghosts", Schema.whole("Entries without a blob.")),
        ],
        optional: [("skipped", Schema.whole("Files that an interrupted verification had read."))])

    private static let progress = Schema.object(
        "How far a running verification is.", required: [("running", Schema.flag("Whether one runs."))],
        optional: [("checked", Schema.whole("Blobs read.")), ("total", Schema.whole("Blobs at the start."))])

    private static let digest = Schema.text("Digest.", pattern: DescriptorSchemas.digestPattern)

    /// A label of a host's name, and what may stand behind the host.
    private static let label = "[A-Za-z0-9]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?"
    private static let rest = "([/?#][^\\u0000-\\u001f\\u007f\\\\]*)?"

    /// Exactly one member: a mistyped one must not forget what nobody meant.
    private static let purge: JSONTree = [
        "type": "object", "description": "What to forget: exactly one of these.",
        "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
        "properties": [
            "url": Schema.text(
                "One URL, as it was fetched.",
                pattern: "^https?://(\(label)\\.)*[A-Za-z]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?(:[0-9]{1,4})?\(rest)$"),
            "host": Schema.text("All URLs of a host, as in the URL, without port.", pattern: "^."),
            "olderThan": Schema.number("Everything stored so many seconds ago, or earlier.", to: 3_200_000_000),
            "all": ["const": true, "description": "Everything."],
        ],
    ]

    private static let flights = Schema.object(
        "What is in the air.",
        required: [
            (
                "flights",
                Schema.list(
                    "One transfer each.",
                    of: Schema.object(
                        "A URL that is being fetched, inspected and stored.",
                        required: [
                            ("url", Schema.text("Without values of its query.")),
                            ("policy", Schema.text("The policy that judges it.")),
                            (
                                "phase",
                                Schema.word("What it is doing.", of: FlightPhase.allCases.map(\.rawValue))
                            ),
                            ("ageMs", Schema.whole("Milliseconds in the air.")),
                            ("waiters", Schema.whole("How many wait for it.")),
                        ]))
            )
        ])

    private static let readiness = Schema.object(
        "Whether new work should come.",
        required: [
            ("ready", Schema.flag("Whether it should.")),
            ("reasons", Schema.list("Why not.", of: ["enum": ["draining", "overloaded"]])),
        ],
        optional: [("notes", Schema.list("What an operator should know all the same.", of: ["type": "string"]))])

    private static let line: [Schema.Property] = [
        ("line", Schema.whole("The line's number, from 1.", from: 1))
    ]

    private static let prewarmed: JSONTree = [
        "description": "What became of one media URL of a line.",
        "oneOf": [
            Schema.object(
                "It is in the cache.",
                required: line + [
                    ("url", Schema.text("As the line gives it.")), ("status", Schema.always("attached")),
                    ("cache", Schema.word("How the cache answered.", of: CacheResult.allCases.map(\.rawValue))),
                    ("bytes", Schema.whole("Size.")), ("sha256", digest),
                ],
                optional: [("ms", Schema.whole("Milliseconds of a transfer."))]),
            Schema.object(
                "It is not, or the line is bad.",
                required: line + [
                    ("status", Schema.always("failed")),
                    ("reason", Schema.word("Stable.", of: FailureReason.allCases.map(\.rawValue))),
                    ("detail", Schema.text("One sentence for a person.")),
                ],
                optional: [
                    ("url", Schema.text("As the line gives it.")), ("cache", Schema.always("joined")),
                    ("ms", Schema.whole("Milliseconds of a try.")),
                ]),
        ],
    ]
}
