import MediaTypes

/// One pass over a PNG file's chunks, and what it has learnt so far.
struct PNGWalk {
    /// A chunk's type and the place of its data.
    private struct Chunk {
        let type: UInt32
        let data: Range<Int>

        /// A decoder must know a critical chunk, and may pass over any other.
        var isCritical: Bool { type & 0x2000_0000 == 0 }
    }

    /// The chunk types that are read, as the numbers that their four letters make.
    private enum ChunkType {
        static let header: UInt32 = 0x4948_4452  // IHDR
        static let palette: UInt32 = 0x504c_5445  // PLTE
        static let imageData: UInt32 = 0x4944_4154  // IDAT
        static let end: UInt32 = 0x4945_4e44  // IEND
        static let transparency: UInt32 = 0x7452_4e53  // tRNS
        static let exif: UInt32 = 0x6558_4966  // eXIf
        static let animation: UInt32 = 0x6163_544c  // acTL
        static let frame: UInt32 = 0x6663_544c  // fcTL
        static let appleVariant: UInt32 = 0x4367_4249  // CgBI
    }

    /// The first chunk, once it is read.
    private(set) var header: PNGHeader?
    /// What the Exif chunk says.
    private(set) var orientation: Orientation?
    /// Whether a colour or palette entry is marked transparent.
    private(set) var hasTransparency = false

    private var hasPalette = false
    private var isAnimated = false
    private var frameControls: UInt32 = 0
    private var defaultImageIsFrame = false
    /// The first two bytes of image data, and how many of them have been seen.
    private var imageStart: UInt16 = 0
    private var imageStartLength = 0
    private var imageHasEnded = false

    /// Frames of the animation, and the default image where it is none of them; 1 for a still picture.
    var frames: UInt32 {
        isAnimated && frameControls > 0 ? frameControls + (defaultImageIsFrame ? 0 : 1) : 1
    }

    /// Walks to the end chunk and returns the offset behind it.
    ///
    /// - Throws: `MediaRefusal`, `truncated` when the file ends first, else `corrupt`.
    mutating func run(_ bytes: Span<UInt8>) throws(MediaRefusal) -> Int {
        var offset = PNGReader.signature.count
        while true {
            let chunk = try next(bytes, at: offset)
            offset = chunk.data.upperBound + 4
            // The check lies over type and data.
            let isIntact =
                !isRead(chunk)
                || CRC32.of(bytes, chunk.data.lowerBound - 4..<chunk.data.upperBound)
                    == bytes.u32be(chunk.data.upperBound)
            if chunk.isCritical {
                guard isIntact else { throw refusal(.corrupt, "has a critical chunk with a wrong check") }
                try critical(chunk, bytes)
                if chunk.type == ChunkType.end { return offset }
            } else {
                if imageStartLength > 0 { imageHasEnded = true }
                if isIntact { ancillary(chunk, bytes) }
            }
        }
    }

    /// A refusal that carries what the header claims.
    func refusal(_ reason: MediaRefusal.Reason, _ detail: String) -> MediaRefusal {
        MediaRefusal(reason, "the PNG file \(detail)", format: .png, claimedPixels: header?.pixels ?? 0)
    }

    /// Finds the chunk at `offset` and makes sure that all of it is in the file.
    private func next(_ bytes: Span<UInt8>, at offset: Int) throws(MediaRefusal) -> Chunk {
        guard let length = bytes.u32be(offset), let type = bytes.u32be(offset + 4) else {
            throw refusal(.truncated, "ends before its end chunk")
        }
        if header == nil {
            guard type != ChunkType.appleVariant else {
                throw MediaRefusal(.unsupportedType, "image/png (Apple's CgBI variant of PNG)")
            }
            guard type == ChunkType.header, length == 13 else {
                throw refusal(.corrupt, "does not begin with its header")
            }
        }
        guard length <= UInt32(Int32.max), Self.isLetters(type) else {
            throw refusal(.corrupt, "has a malformed chunk")
        }
        let start = offset + 8
        guard bytes.has(Int(length) + 4, at: start) else { throw refusal(.truncated, "ends inside a chunk") }
        return Chunk(type: type, data: start..<start + Int(length))
    }

    /// Whether all four bytes of a chunk type are letters.
    private static func isLetters(_ type: UInt32) -> Bool {
        [24, 16, 8, 0].allSatisfy { shift in
            (0x61...0x7a).contains((type >> UInt32(shift) & 0xff) | 0x20)
        }
    }

    /// Whether a chunk tells anything here; the check of one that does not is not worth its time.
    private func isRead(_ chunk: Chunk) -> Bool {
        switch chunk.type {
        case ChunkType.transparency, ChunkType.exif, ChunkType.animation, ChunkType.frame: true
        default: chunk.isCritical
        }
    }

    private mutating func critical(_ chunk: Chunk, _ bytes: Span<UInt8>) throws(MediaRefusal) {
        if chunk.type != ChunkType.imageData, imageStartLength > 0 { imageHasEnded = true }
        switch chunk.type {
        case ChunkType.header:
            guard header == nil else { throw refusal(.corrupt, "has two headers") }
            header = PNGHeader(bytes, at: chunk.data.lowerBound)
            guard header != nil else { throw refusal(.corrupt, "has a header that no picture can have") }
        case ChunkType.palette:
            guard !hasPalette, imageStartLength == 0, chunk.data.count % 3 == 0,
                header?.allowsPalette(entries: chunk.data.count / 3) == true
            else { throw refusal(.corrupt, "has a palette that does not fit its header") }
            hasPalette = true
        case ChunkType.imageData:
            guard !imageHasEnded else { throw refusal(.corrupt, "has image data in two places") }
            guard hasPalette || header?.isIndexed == false else { throw refusal(.corrupt, "lacks its palette") }
            try imageData(chunk, bytes)
        case ChunkType.end:
            guard imageStartLength == 2 else { throw refusal(.corrupt, "has no image data") }
            guard chunk.data.isEmpty else { throw refusal(.corrupt, "has an end chunk that is not empty") }
        default:
            throw refusal(.corrupt, "has a critical chunk that no decoder knows")
        }
    }

    /// Looks at the two bytes that every zlib stream begins with (RFC 1950 section 2.2); chunks may part them.
    private mutating func imageData(_ chunk: Chunk, _ bytes: Span<UInt8>) throws(MediaRefusal) {
        for offset in chunk.data.prefix(2 - imageStartLength) {
            imageStart = imageStart << 8 | UInt16(bytes[offset])
            imageStartLength += 1
        }
        guard imageStartLength == 2 else { return }
        guard imageStart >> 8 & 0x0f == 8, imageStart % 31 == 0 else {
            throw refusal(.corrupt, "has image data that are no zlib stream")
        }
    }

    private mutating func ancillary(_ chunk: Chunk, _ bytes: Span<UInt8>) {
        switch chunk.type {
        case ChunkType.transparency where imageStartLength == 0:
            hasTransparency = !chunk.data.isEmpty
        case ChunkType.exif where orientation == nil:
            orientation = Orientation.exif(bytes, from: chunk.data.lowerBound, to: chunk.data.upperBound)
        case ChunkType.animation where imageStartLength == 0 && chunk.data.count == 8:
            isAnimated = (bytes.u32be(chunk.data.lowerBound) ?? 0) > 0
        case ChunkType.frame where chunk.data.count == 26:
            frameControls += 1
            if imageStartLength == 0 { defaultImageIsFrame = true }
        default:
            return
        }
    }
}
