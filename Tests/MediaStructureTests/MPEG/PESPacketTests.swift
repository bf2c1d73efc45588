import Testing

@testable import MediaStructure

@Suite struct PESPacketTests {
    private static func packet(_ fields: [UInt8]) -> PESPacket? {
        PESPacket(fields, 0..<fields.count)
    }

    @Test(arguments: [0, 1, 0x7fff, 0x8000, 0x1_ffff_ffff] as [UInt64])
    func `a time stamp has 33 bits in both generations`(_ ticks: UInt64) {
        #expect(Self.packet(MPEGSamples.stamp(ticks) + [7])?.timestamp == ticks)
        #expect(Self.packet([0x80, 0x80, 5] + MPEGSamples.stamp(ticks) + [7])?.timestamp == ticks)
    }

    @Test(
        arguments: [
            ([0x0f, 7, 8], 1), ([0xff, 0xff, 0x0f, 7], 3), ([0x60, 0xe6, 0x0f, 7], 3), ([0x0f], 1),
            ([0x31, 0, 3, 0x7b, 0xb1, 0x11, 0, 3, 0x5f, 0x91, 7], 10), ([0x80, 0, 0, 7], 3),
            ([0x80, 0, 1, 0xff, 7], 4),
            ([0x80, 0, 200, 7], 4),
        ] as [([UInt8], Int)])
    func `the payload begins behind the fields`(_ fields: [UInt8], _ start: Int) {
        #expect(Self.packet(fields)?.payload == start..<fields.count)
    }

    @Test(
        arguments: [
            [], [0x80], [0x80, 0], [0x10, 1], [0xff], [0x60], [UInt8](repeating: 0xff, count: 17) + [0x0f],
        ] as [[UInt8]])
    func `other fields are none`(_ fields: [UInt8]) {
        #expect(Self.packet(fields) == nil)
    }

    @Test func `a stamp without its marker bits is none`() {
        #expect(Self.packet([0x20, 0, 1, 0, 1, 7])?.timestamp == nil)
        #expect(Self.packet([0x21, 0, 0, 0, 1, 7])?.timestamp == nil)
        #expect(Self.packet([0x21, 0, 1, 0, 0, 7])?.timestamp == nil)
    }

    @Test func `scrambling is seen`() {
        #expect(Self.packet([0x90, 0, 0, 7])?.isScrambled == true)
        #expect(Self.packet([0x80, 0, 0, 7])?.isScrambled == false)
    }
}
