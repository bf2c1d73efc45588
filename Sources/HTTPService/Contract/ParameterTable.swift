import AttachmentCache
import MediaFetching
import MediaInspection
import MediaTypes
import NotificationContent

/// What each name in a query and each placeholder of a path may be.
enum ParameterTable {
    /// The schema of a name in the query.
    static let query: [String: JSONTree] = [
        "timeout": Schema.text(
            "Seconds until the best attempt goes out, held to 0.05-60.", pattern: seconds),
        "policy": Schema.word(
            "Which media are allowed; without it, the daemon's own.", of: MediaPolicy.all.map(\.name)),
        "dialect": Schema.word("Reads the payload by one dialect's rules.", of: DialectName.all.map(\.text)),
        "view": Schema.word("The payload to deliver alone.", of: ["payload"]),
        "priority": Schema.word("Who is served first.", of: FetchPriority.allCases.map(\.rawValue)),
        "pin": Schema.text("Seconds for which the blobs stay, at most 30 days.", pattern: seconds),
        "host": Schema.text("Only this host.", pattern: plain),
        "kind": Schema.word("Only these.", of: CacheRoutes.kinds),
        "sort": Schema.word("The order.", of: CacheListRequest.Order.allCases.map(\.rawValue)),
        "limit": [
            "type": "integer", "description": "Entries of one page.",
            "minimum": .whole(Int64(CacheListRequest.limits.lowerBound)),
            "maximum": .whole(Int64(CacheListRequest.limits.upperBound)),
        ],
        "cursor": Schema.text("From the page before; nothing follows on any other.", pattern: plain),
        "full": Schema.word("With the values of URLs' queries, which may be secrets.", of: CacheRoutes.flags),
        "repair": Schema.word("Forgets what is wrong.", of: CacheRoutes.flags),
    ]

    /// The schema of a placeholder.
    static let path: [String: JSONTree] = [
        "name": Schema.text(
            "The blob's SHA-256, and its file name extension.", pattern: "^[0-9a-f]{64}(\\.[a-z0-9]{2,5})?$")
    ]

    /// Decimal digits with at most one point, as `RequestOptions` reads them.
    private static let seconds = "^([0-9]{1,10}(\\.[0-9]{0,5})?|\\.[0-9]{1,10})$"
    /// What a target may hold once it is decoded.
    private static let plain = "^[^\\u0000-\\u001f\\u007f/]*$"
}
