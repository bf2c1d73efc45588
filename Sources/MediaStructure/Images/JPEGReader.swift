import MediaTypes

/// Proves JPEG (ITU-T T.81): a walk from marker to marker by the segments' own lengths, up to the end marker.
///
/// Nothing inside a segment is ever searched, so a thumbnail in the metadata cannot be taken for the picture. What
/// follows the end marker (a motion photo's film, the second picture of an MPO) is counted and not read.
enum JPEGReader: FormatReader {
    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        bytes.matches([0xff, Marker.startOfImage, 0xff], at: 0)
    }

    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        var walk = JPEGWalk()
        let end = try walk.run(bytes)
        guard let frame = walk.frame else { throw walk.refusal(.corrupt, "ends without a frame header") }
        guard walk.scans > 0 else { throw walk.refusal(.corrupt, "ends without a scan") }
        let trailing = try ForeignContent.trailing(bytes, from: end, of: .jpeg)
        let size = (walk.orientation ?? .upright).displayed(frame.width, frame.height)
        return InspectedMedia(
            format: .jpeg, width: size.width, height: size.height, frames: 1, hasAlpha: false,
            canvasPixels: frame.pixels, trailingBytes: trailing)
    }

    /// The markers that the walk tells apart, by T.81's table B.1.
    enum Marker {
        static let startOfImage: UInt8 = 0xd8
        static let endOfImage: UInt8 = 0xd9
        static let startOfScan: UInt8 = 0xda
        static let hierarchicalProgression: UInt8 = 0xde
        static let application1: UInt8 = 0xe1
        static let jpegLSFrame: UInt8 = 0xf7
        static let temporary: UInt8 = 0x01
        static let restarts: ClosedRange<UInt8> = 0xd0...0xd7
        /// SOF0 to SOF15 lie between, with DHT, JPG and DAC among them.
        static let frames: ClosedRange<UInt8> = 0xc0...0xcf
        static let notFrames: [UInt8] = [0xc4, 0xc8, 0xcc]
        /// Reserved; a decoder does not know how to go on after one.
        static let reserved: [ClosedRange<UInt8>] = [0x02...0xbf, 0xc8...0xc8, 0xf0...0xfd]

        static func beginsFrame(_ marker: UInt8) -> Bool {
            frames.contains(marker) && !notFrames.contains(marker)
        }
    }
}

/// The size in a frame header.
struct JPEGFrame {
    let width: UInt32
    let height: UInt32

    /// Width times height; 16 bits each, so it cannot overflow.
    var pixels: UInt64 { UInt64(width) * UInt64(height) }
}
