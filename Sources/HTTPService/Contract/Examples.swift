import AttachmentCache
import AttachmentPipeline
import NotificationContent
import Telemetry

/// The description's examples. Answers are made by the code that writes real ones.
enum Examples {
    private static let url = "https://cdn.example.com/photo.jpg"
    private static let digest = "079a508f56d1709f6e83a9d77e4e9bd577278171cfbc1cbb9e78ed82c4897302"
    private static let folder = "/var/cache/attachd"
    private static let time = "2026-11-30T20:00:22.970Z"

    static let payload: JSONTree = [
        "aps": ["alert": ["title": "Spring sale", "body": "Up to 40% off"], "mutable-content": 1],
        "os_data": [
            "i": "6f1c2d0a-55f8-4c0b-9d1e-1b2f3a4c5d6e",
            "att": ["hero": .text(url), "clip": "https://cdn.example.com/photo.webp"],
        ],
    ]

    static let attachmentRequest: JSONTree = ["url": .text(url), "identifier": "hero"]

    static let descriptor: JSONTree = {
        var writer = JSONWriter()
        writer.value(payload)
        guard let payload = try? Payload.read(writer.bytes) else { return [:] }
        return .of(ContentDescriptor(payload: payload, outcomes: [.attached(media), .failed(unsupported)]))
    }()

    static let attached = JSONTree.of(
        AttachmentAnswer(MediaReference(identifier: "hero", source: url), .attached(media)))

    static let failed = JSONTree.of(
        AttachmentAnswer(
            MediaReference(identifier: "clip", source: "https://cdn.example.com/photo.webp"), .failed(unsupported)))

    static let statistics: JSONTree = {
        var statistics = CacheStatistics()
        statistics.totals.bytes = 13_078
        statistics.totals.allocatedBytes = 16_384
        statistics.totals.blobs = 1
        statistics.totals.entries = 1
        statistics.totals.failures = 1
        statistics.kinds = [CacheStatistics.Kind(kind: "image", blobs: 1, bytes: 13_078)]
        statistics.hosts = [CacheStatistics.Host(host: "cdn.example.com", entries: 1, failures: 1, bytes: 13_078)]
        statistics.oldest = WallTime(rfc3339: time)
        return .of(CacheStatisticsReport(directory: folder, maxBytes: 10_000_000_000, statistics: statistics))
    }()

    static let entries: JSONTree = [
        "entries": [
            [
                "url": .text(url), "sha256": .text(digest), "bytes": 13_078, "kind": "image", "mime": "image/jpeg",
                "path": .text("\(folder)/blobs/sha256/07/\(digest).jpg"), "storedAt": "2026-11-30T19:00:22.970Z",
                "freshUntil": .text(time),
            ],
            [
                "url": "https://cdn.example.com/photo.webp", "reason": "unsupported-type",
                "detail": "the body begins as image/webp", "storedAt": "2026-11-30T19:00:22.970Z",
                "freshUntil": .text(time),
            ],
        ]
    ]

    static let removal: JSONTree = {
        var report = RemovalReport()
        report.entries = 1
        report.blobs = 1
        report.freedBytes = 16_384
        return .of(RemovalReportDocument(report))
    }()

    static let verification: JSONTree = {
        var report = VerifyReport()
        report.checked = 1
        report.checkedBytes = 13_078
        return .of(VerifyReportDocument(report))
    }()

    static let flights: JSONTree = [
        "flights": [
            .of(
                FlightReport(
                    FlightSummary(url: url, policy: "default", phase: .fetch, age: .milliseconds(120), waiters: 2)))
        ]
    ]

    private static let media = AttachedMedia(
        path: "\(folder)/blobs/sha256/07/\(digest).jpg", sha256: digest, fileExtension: "jpg", type: "public.jpeg",
        mime: "image/jpeg", kind: "image", format: "jpeg", bytes: 13_078, width: 640, height: 360, frames: 1,
        hasAlpha: false, cache: .miss, freshUntil: time, fetchMilliseconds: 14)

    private static let unsupported = AttachmentFailure(.unsupportedType, "the body begins as image/webp")
}
