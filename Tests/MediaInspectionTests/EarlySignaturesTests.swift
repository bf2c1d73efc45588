import Fixtures
import Testing

@testable import MediaInspection

@Suite struct EarlySignaturesTests {
    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    private static func riff(_ form: String) -> [UInt8] { Array("RIFF\u{1}\u{2}\u{3}\u{4}\(form)".utf8) }
    private static func box(_ brand: String) -> [UInt8] { [0, 0, 0, 0x18] + Array("ftyp\(brand)".utf8) }
    private static let stream: [UInt8] = (0..<512).map { $0 % 188 == 0 ? 0x47 : UInt8($0 & 0x3f) }

    private func verdict(_ bytes: [UInt8], isWhole: Bool = false) -> EarlyVerdict {
        EarlySignatures.verdict(on: bytes.span, isWhole: isWhole)
    }

    private static let others: [([UInt8], String)] = [
        (riff("WEBP"), "image/webp"),
        (box("heic"), "image/heic"), (box("avif"), "image/avif"),
        (box("3gp4"), "video/3gpp"), (text("%PDF-"), "application/pdf"), (text("PK\u{3}\u{4}"), "application/zip"),
        (text("OggS"), "audio/ogg"), (text("fLaC"), "audio/flac"),
        ([0x1a, 0x45, 0xdf, 0xa3], "video/x-matroska or video/webm"),
        (text("BM\u{1}\u{2}\u{3}\u{4}\0\0\0\0"), "image/bmp"), (Array(stream.prefix(377)), "video/MP2T"),
        ([0x49, 0x49, 0x2b, 0, 8, 0, 0, 0], "a BigTIFF image"),
        (text("<!DOCTYPE html"), "text/html"), (text(" \r\n\t<HtMl"), "text/html"),
        (text("\u{feff}<html"), "text/html"), (text("<?xml"), "text/xml"), (text("<svg"), "image/svg+xml"),
        (text("<Error"), "text/xml"), (text("{\""), "application/json"), (text("\n[ {"), "application/json"),
        (text("{}"), "application/json"),
    ]

    @Test(arguments: others)
    func `a body of another type is refused by name`(bytes: [UInt8], name: String) {
        let expected = EarlyVerdict.refused(PolicyRefusal(.unsupportedType, "the body begins as \(name)"))
        #expect(verdict(bytes) == expected)
        #expect(verdict(bytes + [UInt8](repeating: 0, count: 600)) == expected)
        #expect(verdict(Array(bytes.dropLast())) != expected)
    }

    private static let beginnings: [[UInt8]] = [
        [], text("RIFF"), riff("WEB"), text("GIF"), text("<"), text("  "), [0xef, 0xbb], text("{ "), box("hei"),
        Array(stream.prefix(376)),
    ]

    @Test(arguments: beginnings)
    func `a beginning that fits a row so far needs more, unless the body ends with it`(bytes: [UInt8]) {
        #expect(verdict(bytes) == .needsMore)
        #expect(verdict(bytes, isWhole: true) == .plausible)
    }

    @Test func `after 512 bytes nothing more is asked for`() {
        #expect(verdict([UInt8](repeating: 0x20, count: 511)) == .needsMore)
        #expect(verdict([UInt8](repeating: 0x20, count: 512)) == .plausible)
    }

    private static let media: [[UInt8]] = [
        riff("WAVE"), riff("AVI "), text("FORM....AIFF"), text("FORM....AIFC"), box("isom"), box("M4A "), box("qt  "),
        box("XxXx"), text("caff\0\u{1}\0\0"),
        [0, 0, 1, 0xba], [0, 0, 1, 0xb3], [0, 0, 1, 0], text("ID3\u{4}"), [0xff, 0xfb, 0x90], [0xff, 0xf1, 0x50],
        [0x49, 0x49, 0x2a, 0], [0x4d, 0x4d, 0, 0x2a], [0xff, 0xd8, 0xff], text("{x"), text("<a"),
    ]

    @Test(arguments: media)
    func `what may be media is left to an inspector`(bytes: [UInt8]) {
        #expect(verdict(bytes + [UInt8](repeating: 0x55, count: 32)) == .plausible)
    }

    @Test func `a GIF whose bytes look like a transport stream is left to an inspector`() {
        var bytes = Self.stream
        bytes.replaceSubrange(0..<6, with: Array("GIF89a".utf8))
        #expect(verdict(bytes) == .plausible)
    }

    @Test(arguments: MediaExpectation.all)
    func `no sample that is accepted in the end is refused early`(expectation: MediaExpectation) throws {
        let bytes = try Fixture.bytes(expectation.file)
        guard case .media = expectation.result else { return }
        for count in [0, 1, 4, 12, 64, 511, 512, bytes.count] {
            if case .refused(let refusal) = verdict(Array(bytes.prefix(count))) {
                Issue.record("\(count) bytes: \(refusal)")
            }
        }
        #expect(verdict(Array(bytes.prefix(512))) == .plausible)
    }
}
