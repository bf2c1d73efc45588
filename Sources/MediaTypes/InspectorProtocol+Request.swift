extension InspectorProtocol {
    /// The daemon's question: what is the file whose descriptor comes with this message?
    package struct Request: Sendable, Equatable {
        /// The length of a message.
        package static let length = 16
        private static let signature = Array("ATQ".utf8) + [InspectorProtocol.version]

        /// Comes back in the answer.
        package var job: UInt32
        /// The file's size in bytes, which spares the inspector a system call; above 0.
        package var fileBytes: UInt64

        /// Makes a request.
        package init(job: UInt32, fileBytes: UInt64) {
            self.job = job
            self.fileBytes = fileBytes
        }

        /// The message.
        package func encode() -> [UInt8] {
            var message = Request.signature
            InspectorProtocol.append(UInt64(job), bytes: 4, to: &message)
            InspectorProtocol.append(fileBytes, bytes: 8, to: &message)
            return message
        }

        /// Reads a message; nil if it is not one of this version, or its size is 0 or beyond what can be mapped.
        package init?(decoding message: [UInt8]) {
            guard message.count == Request.length, message.starts(with: Request.signature) else { return nil }
            job = UInt32(truncatingIfNeeded: InspectorProtocol.number(message, at: 4, bytes: 4))
            fileBytes = InspectorProtocol.number(message, at: 8, bytes: 8)
            guard fileBytes > 0, fileBytes <= UInt64(Int64.max) else { return nil }
        }
    }
}
