import MediaTypes

/// Knows MPEG transport streams, which the policy refuses, by their packets.
enum MPEGTransportStream {
    /// Plain packets, those of Blu-ray (four bytes of time before each), those with error correction.
    private static let packetSizes = [188, 192, 204]
    private static let sync: UInt8 = 0x47
    /// Packets that prove the stream; fewer do where the file holds no more.
    private static let proof = 5
    private static let fewest = 3

    /// The refusal that names the format.
    static let refusal = MediaRefusal(.unsupportedType, "MPEG transport stream")

    /// Whether packets follow each other from any offset below the packet size.
    ///
    /// To be asked when no reader recognizes the file: the first bytes may be anything.
    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        for size in packetSizes {
            for offset in 0..<min(size, bytes.count) where bytes[offset] == sync {
                if isProven(bytes, from: offset, size: size) { return true }
            }
        }
        return false
    }

    private static func isProven(_ bytes: Span<UInt8>, from offset: Int, size: Int) -> Bool {
        for packet in 0..<proof {
            guard let byte = bytes.u8(offset + packet * size) else { return packet >= fewest }
            guard byte == sync else { return false }
        }
        return true
    }
}
