import AttachmentCache
import MediaFetching
import MediaInspection
import Synchronization

/// Takes a body as it comes: ends it when its first bytes cannot be supported media, and writes the rest to the cache.
final class BodyIntake: BodyConsumer {
    private let writer: BlobWriter
    /// The first bytes until they are judged; nil afterwards.
    private let head = Mutex<[UInt8]?>([])

    init(_ writer: BlobWriter) {
        self.writer = writer
    }

    func consume(_ bytes: Span<UInt8>) -> BodyRefusal? {
        let refusal: BodyRefusal? = head.withLock { head in
            guard var start = head else { return nil }
            let wanted = min(bytes.count, EarlySignatures.byteLimit - start.count)
            for index in 0..<wanted { start.append(bytes[index]) }
            switch EarlySignatures.verdict(on: start.span) {
            case .needsMore:
                head = start
                return nil
            case .plausible:
                head = nil
                return nil
            case .refused(let refusal):
                head = nil
                return BodyRefusal(.unsupportedType, refusal.detail)
            }
        }
        if let refusal { return refusal }
        do throws(CacheError) {
            try writer.append(bytes)
            return nil
        } catch {
            return BodyRefusal(error)
        }
    }

    func restart() -> BodyRefusal? {
        head.withLock { $0 = [] }
        do throws(CacheError) {
            try writer.restart()
            return nil
        } catch {
            return BodyRefusal(error)
        }
    }
}

extension BodyRefusal {
    /// A cache that cannot take the bytes.
    init(_ error: CacheError) {
        self.init(error.isFull ? .storageFull : .storageError, "the cache could not keep the media: \(error.detail)")
    }
}
