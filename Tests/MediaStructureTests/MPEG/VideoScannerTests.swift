import Testing

@testable import MediaStructure

@Suite struct VideoScannerTests {
    private static func scan(_ bytes: [UInt8], pieces: Int = 1) -> VideoScanner {
        var scanner = VideoScanner()
        let length = max(1, (bytes.count + pieces - 1) / pieces)
        for start in stride(from: 0, to: bytes.count, by: length) {
            scanner.feed(bytes.span, start..<min(bytes.count, start + length))
        }
        return scanner
    }

    @Test(arguments: [1, 2, 7, 50, 100_000])
    func `headers may be split anywhere`(_ pieces: Int) {
        let stream =
            MPEGSamples.sequence() + MPEGSamples.sequenceExtension()
            + (0..<20).flatMap {
                MPEGSamples.picture($0) + MPEGSamples.pictureExtension(repeats: true) + MPEGSamples.slice
            }
        let scanner = Self.scan(stream + [0, 0, 0, 0] + MPEGSamples.sequenceEnd, pieces: pieces)
        #expect(scanner.width == 176)
        #expect(scanner.height == 144)
        #expect(scanner.pictures == 20)
        #expect(scanner.isMPEG2)
        #expect(scanner.isEnded)
        #expect(scanner.microseconds == 1_200_000)
    }

    @Test func `sizes have two more bits in MPEG-2`() {
        let scanner = Self.scan(
            MPEGSamples.sequence(0x123, 0x456) + MPEGSamples.sequenceExtension(width: 1, height: 3)
                + MPEGSamples.picture() + MPEGSamples.slice)
        #expect(scanner.width == 0x1123)
        #expect(scanner.height == 0x3456)
    }

    @Test(
        arguments: [
            (false, 3, false, false, 2), (false, 3, false, true, 3), (false, 3, true, true, 3),
            (true, 3, false, true, 4),
            (true, 3, true, true, 6), (false, 1, false, false, 1), (false, 2, false, false, 1),
        ] as [(Bool, UInt8, Bool, Bool, UInt64)])
    func `a picture is shown for as many fields as it says`(
        _ progressive: Bool, _ structure: UInt8, _ topFirst: Bool, _ repeats: Bool, _ fields: UInt64
    ) {
        let scanner = Self.scan(
            MPEGSamples.sequence() + MPEGSamples.sequenceExtension(progressive: progressive) + MPEGSamples.picture()
                + MPEGSamples.pictureExtension(structure: structure, topFirst: topFirst, repeats: repeats)
                + MPEGSamples.slice)
        #expect(scanner.microseconds == fields * 20_000)
    }

    @Test func `a picture without a slice is none`() {
        let scanner = Self.scan(MPEGSamples.sequence() + MPEGSamples.picture() + MPEGSamples.picture())
        #expect(scanner.pictures == 0)
        #expect(scanner.microseconds == 0)
    }

    @Test func `pictures before the first sequence are none`() {
        let lead = MPEGSamples.picture() + MPEGSamples.slice
        #expect(Self.scan(lead + lead).pictures == 0)
        #expect(Self.scan(lead + MPEGSamples.elementary(pictures: 2)).pictures == 2)
    }

    @Test func `a change of rate counts from there on`() {
        let stream =
            MPEGSamples.elementary(pictures: 25) + MPEGSamples.elementary(pictures: 50, MPEGSamples.sequence(rate: 6))
        #expect(Self.scan(stream).microseconds == 2_000_000)
    }

    @Test(arguments: [(0, 144, UInt8(3)), (176, 0, 3), (176, 144, 0), (176, 144, 14)])
    func `a sequence header that says nothing usable is broken`(_ width: Int, _ height: Int, _ rate: UInt8) {
        let scanner = Self.scan(MPEGSamples.elementary(pictures: 3, MPEGSamples.sequence(width, height, rate: rate)))
        #expect(scanner.hasBrokenHeader)
        #expect(scanner.width == 0)
        #expect(scanner.pictures == 0)
    }

    @Test func `nothing but a new sequence goes on behind an end code`() {
        let stream = MPEGSamples.elementary(pictures: 2) + MPEGSamples.sequenceEnd
        let scanner = Self.scan(stream + MPEGSamples.picture() + MPEGSamples.slice)
        #expect(scanner.pictures == 2)
        #expect(scanner.lastCodeEnd == stream.count)
        #expect(Self.scan(stream + MPEGSamples.elementary(pictures: 2)).pictures == 4)
    }
}
