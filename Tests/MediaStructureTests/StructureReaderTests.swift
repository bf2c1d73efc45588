import Fixtures
import MediaTypes
import Testing

struct StructureReaderTests {
    @Test
    func `calls no bytes empty`() {
        #expect(ImageVerdict([]).reason == "empty")
    }

    @Test(
        arguments: [
            ("photo.jpg", .jpeg), ("picture.png", .png), ("animation.png", .png), ("animation.gif", .gif),
            ("scan.tiff", .tiff),
        ] as [(String, MediaFormat)])
    func `picks the reader by the first bytes alone`(_ name: String, _ format: MediaFormat) throws {
        let bytes = try Fixture.bytes(name)
        #expect(ImageVerdict(bytes).media?.format == format)
        #expect(ImageVerdict([0] + bytes).reason == "unsupported-type")
        #expect(ImageVerdict([0xef, 0xbb, 0xbf] + bytes).reason == "unsupported-type")
    }

    @Test(
        arguments: [
            ([0xff, 0xd8, 0xff], .jpeg), ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], .png),
            (Array("GIF89a".utf8), .gif), ([0x49, 0x49, 0x2a, 0], .tiff), ([0x4d, 0x4d, 0, 0x2a], .tiff),
        ] as [([UInt8], MediaFormat)])
    func `calls a file of the right first bytes and no more truncated`(_ bytes: [UInt8], _ format: MediaFormat) {
        let verdict = ImageVerdict(bytes)
        #expect(verdict.reason == "truncated")
        #expect(verdict.refusal?.format == format)
        #expect(ImageVerdict(Array(bytes.dropLast())).reason == "unsupported-type")
    }

    @Test
    func `says nothing of bytes that nothing is known of`() {
        #expect(ImageVerdict([UInt8](repeating: 0, count: 4096)).detail == "unknown data")
    }
}
