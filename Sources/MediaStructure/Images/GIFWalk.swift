import MediaTypes

/// One pass over a GIF file's blocks, and what it has learnt so far.
struct GIFWalk {
    /// The first byte of each kind of block.
    private enum Introducer {
        static let image: UInt8 = 0x2c
        static let `extension`: UInt8 = 0x21
        static let trailer: UInt8 = 0x3b
        static let graphicControl: UInt8 = 0xf9
    }

    /// A decoder's code table has 4,096 entries, so codes begin at no more than 11 bits.
    private static let codeSizes: ClosedRange<UInt8> = 1...11

    /// The logical screen's width.
    let width: UInt32
    /// The logical screen's height.
    let height: UInt32
    /// Image descriptors met whose data were whole.
    private(set) var frames: UInt32 = 0
    /// Whether any frame names a transparent colour.
    private(set) var hasTransparency = false

    private var reachX: UInt32
    private var reachY: UInt32
    private var offset: Int

    /// Width times height of the rectangle that screen and frames reach; 17 bits each, so it cannot overflow.
    var pixels: UInt64 { UInt64(reachX) * UInt64(reachY) }

    /// Reads the logical screen.
    ///
    /// - Throws: `MediaRefusal`, when the file ends inside it or its size is zero.
    init(_ bytes: Span<UInt8>) throws(MediaRefusal) {
        guard let width = bytes.u16le(6), let height = bytes.u16le(8), let flags = bytes.u8(10), bytes.has(13, at: 0)
        else { throw MediaRefusal(.truncated, "the GIF file ends inside its header", format: .gif) }
        self.width = UInt32(width)
        self.height = UInt32(height)
        reachX = self.width
        reachY = self.height
        offset = 13 + Self.colourTableBytes(flags)
        guard width > 0, height > 0 else {
            throw MediaRefusal(.corrupt, "the GIF file has a width or height of zero", format: .gif)
        }
    }

    /// Walks to the trailer, or to the file's end if blocks fill it exactly, and returns the offset behind it.
    ///
    /// - Throws: `MediaRefusal`, `truncated` when the file ends inside a block or before any image, else `corrupt`.
    mutating func run(_ bytes: Span<UInt8>) throws(MediaRefusal) -> Int {
        while let introducer = bytes.u8(offset) {
            offset += 1
            switch introducer {
            case Introducer.trailer:
                return offset
            case Introducer.extension:
                try readExtension(bytes)
            case Introducer.image:
                try readImage(bytes)
            case 0:
                // A block terminator too many; decoders step over it.
                continue
            default:
                throw refusal(.corrupt, "has a block of a kind that does not exist")
            }
        }
        guard offset == bytes.count, frames > 0 else { throw refusal(.truncated, "ends before its first image") }
        return offset
    }

    /// A refusal that carries the pixels claimed so far.
    ///
    /// A file that contradicts itself before any image is sound has claimed nothing that a decoder would believe.
    func refusal(_ reason: MediaRefusal.Reason, _ detail: String) -> MediaRefusal {
        let isCredible = reason == .truncated || hasSoundImage
        return MediaRefusal(
            reason, "the GIF file \(detail)", format: .gif, claimedPixels: isCredible ? pixels : 0)
    }

    private var hasSoundImage = false

    private mutating func readExtension(_ bytes: Span<UInt8>) throws(MediaRefusal) {
        guard let label = bytes.u8(offset) else { throw refusal(.truncated, "ends inside an extension") }
        if label == Introducer.graphicControl, let flags = bytes.u8(offset + 2), flags & 1 == 1 {
            hasTransparency = true
        }
        offset += 1
        try skipSubBlocks(bytes)
    }

    private mutating func readImage(_ bytes: Span<UInt8>) throws(MediaRefusal) {
        guard let left = bytes.u16le(offset), let top = bytes.u16le(offset + 2), let width = bytes.u16le(offset + 4),
            let height = bytes.u16le(offset + 6), let flags = bytes.u8(offset + 8)
        else { throw refusal(.truncated, "ends inside an image's header") }
        guard width > 0, height > 0 else { throw refusal(.corrupt, "has a frame with a width or height of zero") }
        reachX = max(reachX, UInt32(left) + UInt32(width))
        reachY = max(reachY, UInt32(top) + UInt32(height))
        hasSoundImage = true
        offset += 9 + Self.colourTableBytes(flags)
        guard let codeSize = bytes.u8(offset) else { throw refusal(.truncated, "ends inside an image's header") }
        guard Self.codeSizes.contains(codeSize) else { throw refusal(.corrupt, "has a code size that cannot be") }
        offset += 1
        try skipSubBlocks(bytes)
        frames += 1
    }

    /// Steps over sub-blocks, each after a byte that tells its length, up to the empty one.
    private mutating func skipSubBlocks(_ bytes: Span<UInt8>) throws(MediaRefusal) {
        while let length = bytes.u8(offset) {
            offset += 1 + Int(length)
            if length == 0 { return }
        }
        throw refusal(.truncated, "ends inside a block")
    }

    /// The size of the colour table that a flag byte announces.
    private static func colourTableBytes(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }
}
