import Testing

@testable import MediaStructure

/// Zero bytes before the first frame of sound, and zero bytes that begin a box.
@Suite struct StreamClaimTests {
    /// Frames of 128 kbit/s at 44.1 kHz: MPEG-1 layers III, II and I, and ADTS; a zero byte before the first.
    private static let frames: [(header: [UInt8], length: Int)] = [
        ([0xff, 0xfb, 0x90, 0x64], 417), ([0xff, 0xfd, 0x80, 0x64], 417), ([0xff, 0xff, 0x40, 0x64], 136),
        ([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc], 16),
    ]

    private static func stream(_ frame: (header: [UInt8], length: Int), padding: Int) -> [UInt8] {
        let body = frame.header + [UInt8](repeating: 0x55, count: frame.length - frame.header.count)
        return [UInt8](repeating: 0, count: padding) + [[UInt8]](repeating: body, count: 6).joined()
    }

    private static func claimants(of bytes: [UInt8]) -> [String] {
        StructureReader.readers.filter { $0.recognizes(bytes.span) }.map { "\($0)" }
    }

    @Test(arguments: 0..<4) func `zero bytes before a stream are padding, unless they begin the size of a box`(
        _ index: Int
    ) {
        let frame = Self.frames[index]
        for padding in [0, 1, 2, 3, 4_096] {
            #expect(Self.claimants(of: Self.stream(frame, padding: padding)).count == 1, "\(padding)")
        }
        var box = Self.stream(frame, padding: 1)
        box.replaceSubrange(4..<8, with: Array("mdat".utf8))
        #expect(Self.claimants(of: box) == ["ISOMediaReader"])
        box[4] = 0x55
        #expect(Self.claimants(of: box) != ["ISOMediaReader"])
    }
}
