import MediaInspection
import MediaTypes
import NotificationContent

/// The schemas of the descriptor and of its parts (DESIGN section 5); every list of words is the code's own.
enum DescriptorSchemas {
    static var all: [Schema.Property] {
        [
            ("Descriptor", descriptor), ("Content", content), ("Notification", notification),
            ("Presentation", presentation), ("Action", action), ("Attachment", attachment), ("Failure", failure),
            ("Reference", reference), ("Options", options), ("Warning", warning), ("AttachmentRequest", request),
            ("AttachmentAnswer", answer),
        ]
    }

    /// The lower-case digits of a SHA-256.
    static let digestPattern = "^[0-9a-f]{64}$"

    private static let descriptor = Schema.object(
        "The answer for one payload.",
        required: [
            ("version", ["const": 1]),
            ("dialect", Schema.text("The dialect by which the payload was read.")),
            (
                "mutable",
                Schema.flag("False where a phone would run no extension for the payload; nothing is fetched then.")
            ),
            ("complete", Schema.flag("False exactly where the deadline cut the work short.")),
            ("content", Schema.named("Content")),
            ("failures", Schema.list("What is missing, in the payload's order.", of: Schema.named("Failure"))),
            ("warnings", Schema.list("What is remarkable.", of: Schema.named("Warning"))),
        ],
        optional: [
            ("notification", Schema.named("Notification")),
            ("presentation", Schema.named("Presentation")),
            ("prepared", Schema.list("Fetched, not attached.", of: Schema.named("Attachment"))),
            ("references", Schema.list("Where nothing was fetched: what would be.", of: Schema.named("Reference"))),
            ("payload", Schema.anyObject("The payload to deliver.")),
        ])

    private static var content: JSONTree {
        Schema.object(
            "The fields of UNNotificationContent.",
            required: [("attachments", Schema.list("What is attached.", of: Schema.named("Attachment")))],
            optional: DescriptorField.content.map(property)
                + [("userInfo", Schema.anyObject("The payload to deliver, as an app reads it."))])
    }

    private static var notification: JSONTree {
        Schema.object(
            "The fields of OneSignal's OSNotification; with OneSignal's dialects only.", required: [],
            optional: DescriptorField.notification.map(property))
    }

    /// The schema of a field of the tables by which payloads are read.
    private static func property(_ field: DescriptorField) -> Schema.Property {
        (field.name, ["type": .list(field.types.map(JSONTree.text))])
    }

    private static let presentation = Schema.object(
        "What a content extension lays out before anything has loaded.", required: [],
        optional: [
            ("categoryIdentifier", Schema.text("The category.")),
            ("initialContentSizeRatio", Schema.number("Height to width of the first attachment.")),
            ("actions", Schema.list("In the order in which they are shown.", of: Schema.named("Action"))),
        ])

    private static let action = Schema.object(
        "One button.",
        required: [("identifier", Schema.text("Its identifier.")), ("title", Schema.text("Its title."))],
        optional: [
            ("systemImageName", Schema.text("A symbol of Apple's.")),
            ("templateImageName", Schema.text("A picture of the app's.")),
            ("icon", Schema.text("Something that only the device can tell.")),
            ("options", Schema.list("Apple's options.", of: ["enum": words(NotificationActionOptions.names)])),
            (
                "textInput",
                Schema.object(
                    "Of a button that asks for a text.", required: [],
                    optional: [
                        ("buttonTitle", Schema.text("The button that sends it.")),
                        ("placeholder", Schema.text("What stands in the empty field.")),
                    ])
            ),
        ])

    private static let origin: [Schema.Property] = [
        ("identifier", Schema.text("Unique within the payload.")),
        ("source", Schema.text("The URL as the payload gives it.")),
    ]

    private static let marks: [Schema.Property] = [
        ("options", Schema.named("Options")),
        ("role", Schema.word("What it is for; absent for a plain attachment.", of: names(MediaReference.Role.self))),
        ("platform", Schema.word("The system that it is for.", of: names(MediaReference.Platform.self))),
    ]

    private static let attachment = Schema.object(
        "One attachment, ready to be shown.",
        required: origin + [
            ("url", Schema.text("The file in the cache.", pattern: "^file:///")),
            ("href", Schema.text("The bytes on this server.", pattern: "^/v1/blobs/[0-9a-f]{64}\\.[a-z0-9]+$")),
            ("type", Schema.word("Uniform type identifier.", of: MediaFormat.allCases.map(\.row.uti))),
            ("mime", Schema.word("Media type.", of: MediaFormat.allCases.map(\.row.mime))),
            ("kind", Schema.word("Picture, film or sound.", of: MediaKind.allCases.map(\.name))),
            ("format", Schema.word("The format's short name.", of: MediaFormat.allCases.map(\.row.name))),
            ("bytes", Schema.whole("Size.", from: 1)),
            ("sha256", Schema.text("Digest of the bytes.", pattern: digestPattern)),
            ("cache", Schema.word("How the cache answered.", of: names(CacheResult.self))),
        ],
        optional: [
            ("width", Schema.whole("Pixels as displayed.")), ("height", Schema.whole("Pixels as displayed.")),
            ("frames", Schema.whole("Frames or pages of an image.")),
            ("duration", Schema.number("Seconds, to three decimals.")),
            ("codecs", Schema.list("RFC 6381, else four characters.", of: ["type": "string"])),
            ("hasAlpha", Schema.flag("Whether an image can be transparent.")),
            ("freshUntil", Schema.time("The origin is not asked before; absent under no-store.")),
            ("fetchMs", Schema.whole("Milliseconds of fetching, inspecting and storing; absent for a hit.")),
            ("phases", phases),
        ] + marks)

    private static let phases = Schema.object(
        "The parts of that time in milliseconds; those that did not happen are absent.", required: [],
        optional: [
            ("queue", Schema.whole("Waiting for a turn at the origin.")),
            ("dns", Schema.whole("Looking the name up.")), ("connect", Schema.whole("The TCP handshake.")),
            ("tls", Schema.whole("The TLS handshake.")),
            ("firstByte", Schema.whole("From the request to the answer's first byte.")),
            ("transfer", Schema.whole("The rest of the transfer.")), ("inspect", Schema.whole("Judging the bytes.")),
            ("store", Schema.whole("Writing to the cache.")),
        ])

    private static let referenceParts: [Schema.Property] =
        [("typeHint", Schema.text("The payload's own word for the type; evidence of nothing."))] + marks

    private static let reference = Schema.object(
        "A media URL of the payload.", required: origin, optional: referenceParts)

    private static let failure = Schema.object(
        "A media URL of the payload that is not attached, and why.",
        required: origin + [
            ("reason", Schema.word("Stable.", of: names(FailureReason.self))),
            ("detail", Schema.text("One sentence for a person.")),
        ],
        optional: referenceParts + [
            ("httpStatus", Schema.whole("The origin's status.", from: 100)),
            ("retryAfter", Schema.whole("Seconds until a new try can succeed.")),
            ("cached", ["const": true, "description": "A remembered failure."]),
            ("appleError", ["enum": [101, 102, 105], "description": "The UNError code that a phone would give."]),
            ("fetchMs", Schema.whole("Milliseconds until it failed; absent where nothing was tried.")),
            ("phases", phases),
        ])

    private static let options = Schema.object(
        "Apple's thumbnail options.", required: [],
        optional: [
            ("thumbnailHidden", Schema.flag("No thumbnail is shown.")),
            ("thumbnailTime", ["type": "number", "description": "Frames of an animation, seconds of a film."]),
            (
                "thumbnailClippingRect",
                Schema.object(
                    "In unit coordinates.",
                    required: ["x", "y", "width", "height"].map { ($0, Schema.number("From 0 to 1.", to: 1)) })
            ),
        ])

    private static let warning = Schema.object(
        "A remark that makes nothing fail.",
        required: [
            ("code", Schema.word("A closed list.", of: names(ContentWarning.Code.self))),
            ("detail", Schema.text("One sentence for a person.")),
        ])

    /// No value in a request makes an error: a URL that cannot be used is a failure of the answer.
    private static let request: JSONTree = [
        "type": "object",
        "description": "One URL. Whatever it holds, the answer is a 200; unknown members are ignored.",
        "properties": [
            "url": Schema.lenient(Schema.text("What to fetch.")),
            "identifier": Schema.lenient(Schema.text("Its name in the answer; without one, attachment-1.")),
            "typeHint": Schema.lenient(Schema.text("A word for the type.")),
            "options": Schema.lenient(Schema.named("Options")),
        ],
    ]

    private static let answer: JSONTree = [
        "description": "What became of one URL.",
        "oneOf": [
            Schema.object(
                "It is attached.",
                required: [("status", Schema.always("attached")), ("attachment", Schema.named("Attachment"))],
                optional: [("warnings", Schema.list("What is remarkable.", of: Schema.named("Warning")))]),
            Schema.object(
                "It is not.",
                required: [("status", Schema.always("failed")), ("failure", Schema.named("Failure"))]),
        ],
    ]

    private static func names<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> [String] {
        Word.allCases.map(\.rawValue)
    }

    private static func words(_ words: [String]) -> JSONTree {
        .list(words.map(JSONTree.text))
    }
}
