import MediaTypes

/// The `tkhd` box: number, switch, length and placement of a track (ISO/IEC 14496-12 section 8.3.2).
struct TrackHeader {
    /// The number by which fragments and references name the track.
    let identifier: UInt32
    /// Whether the track is part of the presentation.
    let isEnabled: Bool
    /// Its length in the movie's time scale; zero if unknown.
    let ticks: UInt64
    /// Whether the matrix turns the picture by 90 or 270 degrees.
    let isQuarterTurn: Bool
    /// The presentation size in whole pixels, before the matrix.
    let size: PixelSize

    /// Reads a box of version 0 or 1.
    ///
    /// - Throws: `corrupt` when the box is too short or of another version.
    init(_ bytes: Span<UInt8>, _ box: Box) throws(MediaRefusal) {
        guard let (version, flags) = box.versionAndFlags(bytes), version <= 1 else {
            throw MediaRefusal(.corrupt, "a track header of an unknown version")
        }
        let times = box.body + (version == 0 ? 12 : 20)
        let matrix = times + (version == 0 ? 28 : 32)
        guard matrix + 44 <= box.end, let identifier = bytes.u32be(times), let width = bytes.u16be(matrix + 36),
            let height = bytes.u16be(matrix + 40)
        else { throw MediaRefusal(.corrupt, "a track header that is too short") }
        self.identifier = identifier
        isEnabled = flags & 1 != 0
        ticks = MediaTime.durationField(bytes, at: times + 8, version: version)
        isQuarterTurn = TrackHeader.turnsAQuarter(bytes, matrix)
        size = PixelSize(width: UInt32(width), height: UInt32(height))
    }

    /// The matrix is a b u / c d v / x y w, in 16.16 numbers: a quarter turn has its weight in b and c.
    private static func turnsAQuarter(_ bytes: Span<UInt8>, _ matrix: Int) -> Bool {
        func magnitude(_ index: Int) -> UInt32 {
            Int32(bitPattern: bytes.u32be(matrix + index * 4) ?? 0).magnitude
        }
        return magnitude(1) > magnitude(0) && magnitude(3) > magnitude(4)
    }
}

/// A width and a height in pixels.
struct PixelSize: Equatable, Sendable {
    var width: UInt32
    var height: UInt32

    /// The pixels of a picture of this size.
    var area: UInt64 { UInt64(width) * UInt64(height) }

    /// The size after a quarter turn.
    var turned: PixelSize { PixelSize(width: height, height: width) }
}
