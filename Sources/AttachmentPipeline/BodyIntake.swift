import AttachmentCache
import MediaFetching
import MediaInspection
import Synchronization

/// Takes a body as it comes: ends it when its first bytes cannot be supported media, and writes the rest to the cache.
///
/// The file is opened with the first byte: a flight that waits for its turn, or that fails before, holds none.
final class BodyIntake: BodyConsumer {
    private struct State {
        var writer: BlobWriter?
        /// The first bytes until they are judged; nil afterwards.
        var head: [UInt8]? = []
        /// The declared length in bytes; nil where nobody knows.
        var expected: Int64?
    }

    /// The most bytes for which there must be room before the first is written: a length that is only claimed must not take
    /// the room of others.
    private static let mostReserved: Int64 = 1 << 20

    private let cache: AttachmentCache
    private let state = Mutex(State())

    init(into cache: AttachmentCache) {
        self.cache = cache
    }

    /// What was written; nil if there was no byte.
    var writer: BlobWriter? {
        state.withLock { $0.writer }
    }

    func expect(_ bytes: Int64?) {
        state.withLock { $0.expected = bytes }
    }

    func consume(_ bytes: Span<UInt8>) -> BodyRefusal? {
        let refusal: BodyRefusal? = state.withLock { state in
            guard var start = state.head else { return nil }
            let wanted = min(bytes.count, EarlySignatures.byteLimit - start.count)
            for index in 0..<wanted { start.append(bytes[index]) }
            switch EarlySignatures.verdict(on: start.span) {
            case .needsMore:
                state.head = start
                return nil
            case .plausible:
                state.head = nil
                return nil
            case .refused(let refusal):
                state.head = nil
                return BodyRefusal(.unsupportedType, refusal.detail)
            }
        }
        if let refusal { return refusal }
        do throws(CacheError) {
            try openedWriter().append(bytes)
            return nil
        } catch {
            return BodyRefusal(error)
        }
    }

    func restart() -> BodyRefusal? {
        state.withLock { $0.head = [] }
        do throws(CacheError) {
            try writer?.restart()
            return nil
        } catch {
            return BodyRefusal(error)
        }
    }

    /// The writer, opened outside of the lock: a body's bytes come one after another, so nobody else opens it meanwhile.
    private func openedWriter() throws(CacheError) -> BlobWriter {
        let (writer, expected) = state.withLock { ($0.writer, $0.expected) }
        if let writer { return writer }
        let opened = try cache.makeWriter(expectedBytes: expected.map { min($0, BodyIntake.mostReserved) })
        state.withLock { $0.writer = opened }
        return opened
    }
}

extension BodyRefusal {
    /// A cache that cannot take the bytes.
    init(_ error: CacheError) {
        self.init(error.isFull ? .storageFull : .storageError, "the cache could not keep the media: \(error.detail)")
    }
}
