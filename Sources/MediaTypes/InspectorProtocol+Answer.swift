extension InspectorProtocol {
    /// An inspector's word: that it is ready, or what a file is.
    package struct Answer: Sendable, Equatable {
        /// What is said.
        package enum Body: Sendable, Equatable {
            /// The inspector has loaded, tested and locked itself; said once, before the first request is taken.
            case ready(InspectorLocks)
            /// The file is whole, sound media.
            case inspected(InspectedMedia)
            /// It is not, or could not be inspected.
            case refused(MediaRefusal)
        }

        /// The length of a message.
        package static let length = detailOffset + detailLimit
        /// The most bytes that a detail keeps.
        package static let detailLimit = 160
        private static let signature = Array("ATA".utf8) + [InspectorProtocol.version]
        static let codecLimit = 4
        /// Of the fields that hold text, each codec's and the type's last byte is always NUL.
        static let codecSize = 24
        static let typeSize = 64
        static let codecOffset = 56
        static let typeOffset = codecOffset + codecLimit * codecSize
        static let detailOffset = typeOffset + typeSize

        /// The request's number; 0 with `ready`.
        package var job: UInt32
        /// libmagic's MIME name, `application/octet-stream` if it knows none, empty with `ready`; at most 63 bytes of ASCII.
        package var sniffedType: String
        /// What is said.
        package var body: Body

        /// Makes an answer.
        package init(job: UInt32, sniffedType: String, body: Body) {
            self.job = job
            self.sniffedType = sniffedType
            self.body = body
        }

        /// The message of an inspector that is ready, with the locks that it has closed.
        package static func ready(_ locks: InspectorLocks) -> Answer {
            Answer(job: 0, sniffedType: "", body: .ready(locks))
        }

        /// The message: texts and codecs cut to their limits, 64-bit numbers to `Int64.max`.
        package func encode() -> [UInt8] {
            var fields = Fields()
            switch body {
            case .ready(let locks):
                fields.kind = 1
                fields.take(locks)
            case .inspected(let media):
                fields.kind = 2
                fields.take(media)
            case .refused(let refusal):
                fields.kind = 3
                fields.format = refusal.format?.rawValue ?? 0
                fields.reason = refusal.reason.rawValue
                fields.pixels = refusal.claimedPixels
                fields.duration = refusal.claimedMicroseconds
                fields.detail = refusal.detail
            }
            let codecs = fields.codecs.filter { !$0.isEmpty }.prefix(Answer.codecLimit)
            var message = Answer.signature
            for byte in [fields.kind, fields.format, fields.reason, fields.flags] { message.append(byte) }
            InspectorProtocol.append(UInt64(job), bytes: 4, to: &message)
            InspectorProtocol.append(UInt64(codecs.count), bytes: 4, to: &message)
            for value in [fields.width, fields.height, fields.frames, 0] {
                InspectorProtocol.append(UInt64(value), bytes: 4, to: &message)
            }
            for value in [fields.duration, fields.pixels, fields.trailing] {
                InspectorProtocol.append(min(value, UInt64(Int64.max)), bytes: 8, to: &message)
            }
            for index in 0..<Answer.codecLimit {
                let codec = index < codecs.count ? codecs[index] : ""
                InspectorProtocol.append(codec, limit: Answer.codecSize - 1, in: Answer.codecSize, to: &message)
            }
            InspectorProtocol.append(sniffedType, limit: Answer.typeSize - 1, in: Answer.typeSize, to: &message)
            InspectorProtocol.append(
                fields.detail, limit: Answer.detailLimit, in: Answer.detailLimit, to: &message)
            return message
        }

        /// Reads a message that may come from a taken-over process: nil unless every byte of it has its meaning.
        package init?(decoding message: [UInt8]) {
            guard message.count == Answer.length, message.starts(with: Answer.signature) else { return nil }
            let fields = Fields(decoding: message)
            job = UInt32(truncatingIfNeeded: InspectorProtocol.number(message, at: 8, bytes: 4))
            sniffedType = InspectorProtocol.text(message, at: Answer.typeOffset, in: Answer.typeSize)
            switch fields.kind {
            case 1:
                guard job == 0, sniffedType.isEmpty else { return nil }
                body = .ready(fields.locks)
            case 2:
                guard let media = fields.media else { return nil }
                body = .inspected(media)
            case 3:
                guard let refusal = fields.refusal else { return nil }
                body = .refused(refusal)
            default: return nil
            }
            guard encode() == message else { return nil }
        }
    }
}
