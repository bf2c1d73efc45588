import Fixtures
import Testing

@testable import MediaStructure

@Suite struct MPEGTransportStreamTests {
    private static func packets(_ count: Int, size: Int, lead: Int = 0) -> [UInt8] {
        [UInt8](repeating: 0, count: lead)
            + AudioSamples.times(count, [0x47] + [UInt8](repeating: 0, count: size - 1))
    }

    @Test(arguments: [188, 192, 204], [0, 4, 187])
    func `packets are found at any offset below their size`(_ size: Int, _ lead: Int) {
        #expect(MPEGTransportStream.recognizes(Self.packets(5, size: size, lead: lead)))
        #expect(StreamReaders.claimants(of: Self.packets(5, size: size, lead: lead)).isEmpty)
    }

    @Test func `three packets suffice in a file that holds no more`() {
        #expect(MPEGTransportStream.recognizes(Self.packets(3, size: 188)))
        #expect(!MPEGTransportStream.recognizes(Self.packets(2, size: 188)))
        #expect(!MPEGTransportStream.recognizes((Self.packets(4, size: 188) + AudioSamples.times(188, [0]))))
    }

    @Test func `junk longer than a packet, text and nothing are no stream`() {
        #expect(!MPEGTransportStream.recognizes(Self.packets(5, size: 188, lead: 204)))
        #expect(!MPEGTransportStream.recognizes(AudioSamples.text(4_000)))
        #expect(!MPEGTransportStream.recognizes([]))
    }
}
