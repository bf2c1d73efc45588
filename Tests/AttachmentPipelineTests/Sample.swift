import Fixtures

/// The project's samples, changed into what must be refused.
enum Sample {
    /// A ZIP archive's first bytes: the header of one stored file of two bytes, named "ab".
    static let archive: [UInt8] =
        [0x50, 0x4b, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x43, 0xbe, 0xb7, 0xe8, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]
        + Array("abcd".utf8)

    /// The animation on a canvas of 65,535 by 65,535 pixels (GIF89a, logical screen descriptor).
    static func hugeGIF() throws -> [UInt8] {
        var bytes = try Fixture.bytes("animation.gif")
        for offset in 6..<10 { bytes[offset] = 0xff }
        return bytes
    }

    /// The photo with a height and width of zero in its frame header (ITU T.81, B.2.2).
    static func flatJPEG() throws -> [UInt8] {
        var bytes = try Fixture.bytes("photo.jpg")
        guard let frame = bytes.indices.dropLast().first(where: { bytes[$0] == 0xff && bytes[$0 + 1] == 0xc0 }) else {
            throw FixtureError.unreadable("photo.jpg", 0)
        }
        for offset in frame + 5..<frame + 9 { bytes[offset] = 0 }
        return bytes
    }

    /// A QuickTime movie without media of its own, which only points to another (QuickTime file format, `rmra`).
    static let referenceMovie: [UInt8] =
        [0, 0, 0, 20] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8)
        + [0, 0, 0, 24] + Array("moov".utf8) + [0, 0, 0, 16] + Array("rmra".utf8) + [0, 0, 0, 8] + Array("rmda".utf8)

    /// The film with every occurrence of one ASCII text replaced by another of the same length.
    static func film(replacing old: String, by new: String) throws -> [UInt8] {
        let bytes = try Fixture.bytes("clip.mov")
        let changed = bytes.replacing(Array(old.utf8), with: Array(new.utf8))
        guard changed != bytes, changed.count == bytes.count else { throw FixtureError.unreadable("clip.mov", 0) }
        return changed
    }
}

extension Sample {
    /// The photo made up to a size by comments after its first marker (ITU T.81, B.2.4.5).
    static func photo(bytes count: Int) throws -> [UInt8] {
        let photo = try Fixture.bytes("photo.jpg")
        var missing = count - photo.count
        var comments: [UInt8] = []
        while missing > 0 {
            // A comment takes four bytes at least, and leaves none or as many again.
            var size = min(missing, 65_537)
            if missing > size, missing - size < 4 { size -= 4 }
            comments += [0xff, 0xfe, UInt8(truncatingIfNeeded: (size - 2) >> 8), UInt8(truncatingIfNeeded: size - 2)]
            comments += [UInt8](repeating: 0x20, count: size - 4)
            missing -= size
        }
        return Array(photo.prefix(2)) + comments + photo.dropFirst(2)
    }
}
