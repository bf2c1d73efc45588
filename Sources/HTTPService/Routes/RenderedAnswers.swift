import AttachmentPipeline
import NotificationContent
import Synchronization

/// Descriptors that were rendered lately, by the bytes of the request that they answer.
///
/// A descriptor is a function of the body, the query and the outcomes. One is given again only where a `WarmProof` of its
/// outcomes still holds, so that nothing is answered from here that the cache would not answer in the same words.
final class RenderedAnswers: Sendable {
    /// What an answer is found by.
    struct Key: Sendable, Hashable {
        /// Longer bodies are read each time.
        static let bodyLimit = 16_384

        let body: [UInt8]
        let query: [RequestTarget.QueryItem]
        private let mark: UInt64

        /// The key of a request; nil if its body is too long for its answer to be kept.
        init?(_ body: [UInt8], _ query: [RequestTarget.QueryItem]) {
            guard body.count <= Key.bodyLimit else { return nil }
            self.body = body
            self.query = query
            mark = Key.mark(of: body.span)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(mark)
        }

        static func == (left: Key, right: Key) -> Bool {
            left.mark == right.mark && left.body == right.body && left.query == right.query
        }

        /// A number that differs for most bodies, made of eight bytes at a time. Whoever makes many bodies of one number
        /// makes the table compare them, of which it holds few.
        private static func mark(of bytes: Span<UInt8>) -> UInt64 {
            var mark = UInt64(bytes.count) &* 0x9e37_79b9_7f4a_7c15
            var position = 0
            while position &+ 8 <= bytes.count {
                var word: UInt64 = 0
                for offset in 0..<8 { word |= UInt64(bytes[position &+ offset]) &<< UInt64(offset &* 8) }
                mark = (mark ^ word) &* 0xff51_afd7_ed55_8ccd
                mark ^= mark &>> 32
                position &+= 8
            }
            while position < bytes.count {
                mark = (mark ^ UInt64(bytes[position])) &* 0x100_0000_01b3
                position &+= 1
            }
            return mark ^ mark &>> 29
        }
    }

    /// An answer and what it stands on.
    final class Answer: Sendable {
        let bytes: [UInt8]
        let proof: WarmProof
        /// The payload where it is delivered with the blobs' URLs in it; nil where it is not.
        let delivered: Payload?

        init(_ bytes: [UInt8], _ proof: WarmProof, delivered: Payload?) {
            self.bytes = bytes
            self.proof = proof
            self.delivered = delivered
        }
    }

    private let table: Mutex<RecentTable<Key, Answer>>

    /// Keeps at most so many answers, and so many bytes of them with their requests.
    init(capacity: Int = 512, bytes: Int = 2 << 20) {
        table = Mutex(RecentTable(capacity: capacity, cost: bytes))
    }

    /// The answer to a request like this one; whether it still holds is for the caller to see.
    func find(_ key: Key) -> Answer? {
        table.withLock { $0.find(key) }
    }

    /// Whether a request like this one was asked about before, so that its answer is worth keeping: payloads that come
    /// once only do not drive others out.
    func isWorthKeeping(_ key: Key) -> Bool {
        table.withLock { $0.note(key) }
    }

    /// Keeps an answer, in place of the request's old one.
    func keep(_ answer: Answer, for key: Key) {
        // The payload's index takes about as much again as its text, three times.
        table.withLock { $0.put(answer, for: key, cost: key.body.count * 4 + answer.bytes.count) }
    }
}
