/// Names bare video streams of standards that are not supported, all of which begin with a start code.
enum UnsupportedVideoStream {
    /// The name of the stream that begins the file; nil if it is none of these.
    static func name(_ bytes: Span<UInt8>) -> String? {
        if bytes.u32be(0) == 1 { return name(code: bytes.u8(4), next: bytes.u8(5)) }
        guard let code = StartCode.at(0, bytes) else { return nil }
        switch code {
        case 0xb0, StartCode.extensionStart, 0x20...0x2f:
            return "MPEG-4 part 2 elementary stream"
        case 0x00...0x1f where bytes.matches([0, 0, 1], at: 4):
            return "MPEG-4 part 2 elementary stream"
        case StartCode.systemHeader, StartCode.privateStream1...StartCode.videoStreams.upperBound:
            return "MPEG packets without a pack header"
        default:
            return name(code: code, next: bytes.u8(4))
        }
    }

    /// The name of a stream of which only the first code is known, as in a packet; nil for MPEG-1 and MPEG-2 video.
    static func name(firstCode code: UInt8) -> String? {
        switch code {
        case 0xb0, 0x20...0x2f: "MPEG-4 part 2"
        case 0x0f, 0x0d: "VC-1"
        default: name(code: code, next: 1)
        }
    }

    /// ITU-T H.264, 7.4.1 and H.265, 7.4.2.2: the head of a unit that can stand first.
    private static func name(code: UInt8?, next: UInt8?) -> String? {
        switch (code, next) {
        case (0x67, _), (0x47, _), (0x27, _), (0x09, _), (0x06, _): "raw H.264"
        case (0x40, 1), (0x42, 1), (0x46, 1): "raw H.265"
        default: nil
        }
    }
}
