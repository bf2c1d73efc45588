@testable import MediaStructure
@testable import MediaTypes

/// The structure readers, one by one and together.
enum MediaTargets {
    static let all = [
        reader("jpeg", JPEGReader.self, "JPEG pictures", seeds: MediaSeeds.jpeg),
        reader("png", PNGReader.self, "PNG and APNG pictures", seeds: MediaSeeds.png),
        reader("gif", GIFReader.self, "GIF pictures", seeds: MediaSeeds.gif),
        reader("tiff", TIFFReader.self, "TIFF pictures", seeds: MediaSeeds.tiff),
        reader("iso", ISOMediaReader.self, "ISO base media and QuickTime boxes", seeds: MediaSeeds.iso),
        reader("mpeg-program", MPEGReader.self, "MPEG program streams", seeds: MediaSeeds.mpegProgram),
        reader("mpeg-elementary", MPEGReader.self, "MPEG elementary streams", seeds: MediaSeeds.mpegElementary),
        reader("mp3", MP3Reader.self, "MP3 and its tags", seeds: MediaSeeds.mp3),
        reader("adts", ADTSReader.self, "AAC in ADTS", seeds: MediaSeeds.adts),
        reader("wav", WAVReader.self, "WAV, RF64 and BW64", seeds: MediaSeeds.wav),
        reader("caf", CAFReader.self, "Core Audio format", seeds: MediaSeeds.caf),
        FuzzTarget(
            "structure", "all readers, and the names of what none reads", longest: 8192, seeds: MediaSeeds.everything
        ) { bytes in
            MediaClaims.check(bytes) { bytes throws(MediaRefusal) in try StructureReader.read(bytes) }
            checkClaimants(bytes)
        },
    ]

    private static func reader(
        _ name: String, _ reader: any (FormatReader & SendableMetatype).Type, _ summary: String,
        seeds: @escaping @Sendable () -> [[UInt8]]
    ) -> FuzzTarget {
        FuzzTarget(name, "the reader of \(summary)", seeds: seeds) { bytes in
            guard reader.recognizes(bytes.span) else { return }
            MediaClaims.check(bytes) { bytes throws(MediaRefusal) in
                // Without its trailing bytes a file may be somebody else's.
                guard reader.recognizes(bytes) else { throw MediaRefusal(.unsupportedType, "not recognized") }
                return try reader.read(bytes)
            }
        }
    }

    /// At most one reader recognises a file, so that their order cannot matter.
    private static func checkClaimants(_ bytes: [UInt8]) {
        let readers: [any FormatReader.Type] = [
            JPEGReader.self, PNGReader.self, GIFReader.self, TIFFReader.self, ISOMediaReader.self, MPEGReader.self,
            MP3Reader.self, ADTSReader.self, WAVReader.self, CAFReader.self,
        ]
        let claimants = readers.filter { $0.recognizes(bytes.span) }
        require(claimants.count <= 1, "several readers claim the same bytes: \(claimants)")
    }
}
