import HTTPService
import NotificationContent
import PreviewPage
import Telemetry

/// Media whose bytes go into a page, as long as there is room.
struct EmbeddedMedia {
    /// The most bytes in all.
    static let limit: Int64 = 16 << 20

    /// What is in.
    private(set) var media: [PreviewPage.Subject.Media] = []
    /// What is not, in sentences for the reader.
    private(set) var notes: [String] = []
    private var room = EmbeddedMedia.limit
    private var known: Set<String> = []

    /// Takes media from their file in the cache.
    mutating func add(_ attached: AttachedMedia) {
        guard fits(attached) else { return }
        take(attached, EmbeddedMedia.contents(attached))
    }

    /// Takes media from their file, or where this user may not read that, from the daemon.
    mutating func add(_ attached: AttachedMedia, from client: DaemonClient) async {
        guard fits(attached) else { return }
        if let bytes = EmbeddedMedia.contents(attached) { return take(attached, bytes) }
        do throws(DaemonFailure) {
            take(attached, try await client.send(.get(attached.blobPath), by: .after(.seconds(30), on: .system)))
        } catch {
            take(attached, nil)
        }
    }

    /// Whether the media are wanted and there is room; a note says where there is none.
    private mutating func fits(_ attached: AttachedMedia) -> Bool {
        guard known.insert(attached.sha256).inserted else { return false }
        guard attached.bytes <= room else {
            notes.append(
                "\(attached.mime) of \(OutcomeLine.size(attached.bytes)) is not in this page, which has room for \(EmbeddedMedia.limit >> 20) MiB."
            )
            return false
        }
        return true
    }

    private mutating func take(_ attached: AttachedMedia, _ bytes: [UInt8]?) {
        guard let bytes, Int64(bytes.count) <= room else {
            notes.append("\(attached.mime) of \(OutcomeLine.size(attached.bytes)) could not be read for this page.")
            return
        }
        room -= Int64(bytes.count)
        media.append(.init(href: attached.blobPath, mime: attached.mime, bytes: bytes))
    }

    private static func contents(_ attached: AttachedMedia) -> [UInt8]? {
        InputFile(name: attached.path).contentsIfReadable(limit: attached.bytes)
    }
}
