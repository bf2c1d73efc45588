import AttachmentCache
import NotificationContent
import Telemetry

/// What a flight brings to all who wait for it.
enum FlightResult: Sendable, Equatable {
    /// Accepted bytes: the blob, how the cache answered the one who started the flight, until when it is fresh (nil under
    /// no-store), and how long the flight took.
    case attached(Blob, CacheResult, freshUntil: WallTime?, took: FlightTime?)
    /// A named reason.
    case failed(AttachmentFailure)

    /// Whether the cache alone answered.
    var isFromMemory: Bool {
        switch self {
        case .attached(_, let cache, _, _): cache == .hit
        case .failed(let failure): failure.cached
        }
    }

    /// The result in a log line.
    var logFields: [(String, String)] {
        switch self {
        case .attached(let blob, let cache, _, _):
            [
                ("outcome", "attached"), ("cache", cache.rawValue), ("bytes", String(blob.bytes)),
                ("sha256", blob.digest.hexadecimal),
            ]
        case .failed(let failure):
            [("outcome", failure.reason.rawValue), ("detail", failure.detail), ("remembered", String(failure.cached))]
        }
    }

    /// The outcome for one waiter; who joined a flight that asked the origin is told so.
    func outcome(joined: Bool) -> Outcome {
        switch self {
        case .failed(let failure):
            return .failed(failure)
        case .attached(let blob, let cache, let freshUntil, let time):
            let shared = joined && (cache == .miss || cache == .revalidated)
            return .attached(
                AttachedMedia(blob, cache: shared ? .joined : cache, freshUntil: freshUntil, took: time))
        }
    }
}

extension AttachedMedia {
    /// The descriptor's view of a blob.
    init(_ blob: Blob, cache: CacheResult, freshUntil: WallTime?, took time: FlightTime?) {
        let description = blob.description
        self.init(
            path: blob.path, sha256: blob.digest.hexadecimal, fileExtension: blob.fileExtension,
            type: description.type, mime: description.mime, kind: description.kind, format: description.format,
            bytes: blob.bytes, width: description.width, height: description.height, frames: description.frames,
            durationMilliseconds: description.durationMilliseconds, codecs: description.codecs,
            hasAlpha: description.hasAlpha, trailingBytes: description.trailingBytes,
            remarks: description.inspected.map { ContentWarning.remarks(on: $0, bytes: blob.bytes) } ?? [],
            cache: cache,
            freshUntil: freshUntil?.rfc3339, fetchMilliseconds: time?.milliseconds)
        phases = time?.phases
    }
}
