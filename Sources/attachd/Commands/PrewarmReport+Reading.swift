import AttachmentCache
import HTTPService
import Telemetry

extension DaemonClient {
    /// The bytes of a blob; nil where the daemon does not give them. A report does without that thumbnail.
    func blob(_ digest: Digest) async -> [UInt8]? {
        do throws(DaemonFailure) {
            return try await send(.get("/v1/blobs/" + digest.hexadecimal), by: .after(.seconds(10), on: .system))
        } catch {
            return nil
        }
    }
}

extension AttachmentCache {
    /// The bytes of a blob; nil where it is gone or cannot be read. A report does without that thumbnail.
    func bytes(of digest: Digest) async -> [UInt8]? {
        guard let (blob, _) = await open(digest) else { return nil }
        return InputFile(name: blob.path).contentsIfReadable(limit: blob.bytes)
    }
}
