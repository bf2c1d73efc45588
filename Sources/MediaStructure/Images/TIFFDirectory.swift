import MediaTypes

/// One image file directory of a TIFF file: the fields that say how large a picture is and where its data lie.
struct TIFFDirectory {
    /// The tags that are read, by TIFF 6.0, its supplements and the camera makers' own use of it.
    private enum Tag {
        static let width: UInt16 = 256
        static let height: UInt16 = 257
        static let bitsPerSample: UInt16 = 258
        static let compression: UInt16 = 259
        static let photometric: UInt16 = 262
        static let stripOffsets: UInt16 = 273
        static let samplesPerPixel: UInt16 = 277
        static let stripByteCounts: UInt16 = 279
        static let planarConfiguration: UInt16 = 284
        static let tileOffsets: UInt16 = 324
        static let tileByteCounts: UInt16 = 325
        static let subDirectories: UInt16 = 330
        static let extraSamples: UInt16 = 338
        static let jpegOffset: UInt16 = 513
        static let jpegLength: UInt16 = 514
        static let subsampling: UInt16 = 530
        static let exifDirectory: UInt16 = 34665
        static let gpsDirectory: UInt16 = 34853
        static let dngVersion: UInt16 = 50706

        static let wanted: Set<UInt16> = [
            width, height, bitsPerSample, compression, photometric, stripOffsets, Orientation.tag, samplesPerPixel,
            stripByteCounts, planarConfiguration, tileOffsets, tileByteCounts, subDirectories, extraSamples, jpegOffset,
            jpegLength, subsampling, exifDirectory, gpsDirectory, dngVersion,
        ]
    }

    /// Colour filter array and linear raw: pixels as a sensor gives them.
    private static let rawPhotometrics: Set<UInt32> = [32803, 34892]
    /// What Sony, Samsung, Nikon and Pentax call their own packings.
    private static let rawCompressions: Set<UInt32> = [32767, 32770, 34713, 65535]
    /// YCbCr, whose colour differences may be stored for blocks of pixels.
    private static let brightnessAndColour: UInt32 = 6
    /// Associated and unassociated opacity among the values of ExtraSamples.
    private static let alphaSamples: ClosedRange<UInt32> = 1...2

    /// Where the next page's directory lies; 0 if there is none.
    private(set) var next = 0
    /// The end of the directory and of the values that lie outside it.
    private(set) var end = 0

    /// Whether values of any entry, read here or not, lie beyond the file's end: a writer put them there, so the file is cut.
    private(set) var hasLostValues = false

    private let order: ByteOrder
    private var fields: [UInt16: TIFFField] = [:]

    /// Reads the directory at `offset`.
    ///
    /// - Throws: `MediaRefusal`: `truncated` when the file ends inside it, `corrupt` when it contradicts itself.
    init(
        _ bytes: Span<UInt8>, _ order: ByteOrder, at offset: Int, _ budget: inout TIFFBudget
    ) throws(MediaRefusal) {
        self.order = order
        guard let count = order.u16(bytes, offset) else {
            throw refusal(bytes, .truncated, "ends before a directory that it names")
        }
        guard count > 0 else { throw refusal(bytes, .corrupt, "has an empty directory") }
        guard budget.spend(16 + Int(count)) else { throw refusal(bytes, .corrupt, "names too many directories") }
        for index in 0..<Int(count) {
            guard let field = TIFFField(bytes, order, at: offset + 2 + 12 * index) else {
                throw refusal(bytes, .truncated, "ends inside a directory")
            }
            if field.end <= bytes.count { end = max(end, field.end) } else { hasLostValues = true }
            guard Tag.wanted.contains(field.tag) else { continue }
            if let earlier = fields.updateValue(field, forKey: field.tag),
                earlier.count != field.count || earlier.number(bytes, order) != field.number(bytes, order)
            {
                throw refusal(bytes, .corrupt, "contradicts itself in a directory")
            }
            if field.tag == Tag.samplesPerPixel, !(1...0xffff).contains(field.number(bytes, order) ?? 0) {
                throw refusal(bytes, .corrupt, "has a number of samples that cannot be")
            }
        }
        let behind = offset + 2 + 12 * Int(count)
        // Some writers leave the last link out at the very end of the file.
        next = Int(order.u32(bytes, behind) ?? 0)
        end = max(end, min(behind + 4, bytes.count))
    }

    /// Width and height as stored; nil where either is missing.
    func size(_ bytes: Span<UInt8>) -> (width: UInt32, height: UInt32)? {
        guard let width = number(bytes, Tag.width), let height = number(bytes, Tag.height) else { return nil }
        return (width, height)
    }

    /// Width times height; 32 bits each, so it cannot overflow. 0 if unknown.
    func pixels(_ bytes: Span<UInt8>) -> UInt64 {
        size(bytes).map { UInt64($0.width) * UInt64($0.height) } ?? 0
    }

    /// How the picture is turned before it is shown.
    func orientation(_ bytes: Span<UInt8>) -> Orientation {
        Orientation(tagValue: UInt16(clamping: number(bytes, Orientation.tag) ?? 1))
    }

    /// Whether one of the samples beyond the colours is opacity.
    func hasAlpha(_ bytes: Span<UInt8>) -> Bool {
        guard let field = fields[Tag.extraSamples] else { return false }
        return (0..<min(field.count, 16)).contains { index in
            Self.alphaSamples.contains(field.number(bytes, order, at: index) ?? 0)
        }
    }

    /// Whether the pixels are a camera sensor's, or the file says that it is a digital negative.
    func isCameraRaw(_ bytes: Span<UInt8>) -> Bool {
        fields[Tag.dngVersion] != nil || Self.rawPhotometrics.contains(number(bytes, Tag.photometric) ?? 0)
            || Self.rawCompressions.contains(number(bytes, Tag.compression) ?? 0)
    }

    /// Where the directories of reduced or raw copies of the picture lie.
    func subDirectories(_ bytes: Span<UInt8>) -> [Int] {
        guard let field = fields[Tag.subDirectories] else { return [] }
        return (0..<min(field.count, 64)).compactMap { field.number(bytes, order, at: $0).map(Int.init) }
    }

    /// Where the directories of metadata lie.
    func metadataDirectories(_ bytes: Span<UInt8>) -> [Int] {
        [Tag.exifDirectory, Tag.gpsDirectory].compactMap { number(bytes, $0).map(Int.init) }
    }

    /// Whether the directory says where a picture's data lie.
    var namesData: Bool { tables != nil }

    /// The table of the data's offsets and the one of their lengths: strips, tiles, or the whole of an old-style JPEG.
    private var tables: (offsets: TIFFField, lengths: TIFFField?)? {
        let pairs = [
            (Tag.stripOffsets, Tag.stripByteCounts), (Tag.tileOffsets, Tag.tileByteCounts),
            (Tag.jpegOffset, Tag.jpegLength),
        ]
        for (offsetsTag, lengthsTag) in pairs {
            if let offsets = fields[offsetsTag], offsets.count > 0 { return (offsets, fields[lengthsTag]) }
        }
        return nil
    }

    /// How the samples lie, where strips or tiles hold them uncompressed; nil for any compression and for no size.
    private func raster(_ bytes: Span<UInt8>, _ budget: inout TIFFBudget) throws(MediaRefusal) -> TIFFRaster? {
        let hasStrips = [Tag.stripOffsets, Tag.tileOffsets].contains { (fields[$0]?.count ?? 0) > 0 }
        // A file that does not name its compression has none.
        guard hasStrips, let size = size(bytes), fields[Tag.compression] == nil || number(bytes, Tag.compression) == 1
        else { return nil }
        let samples = Int(number(bytes, Tag.samplesPerPixel) ?? 1)
        guard budget.spend(samples) else { throw refusal(bytes, .corrupt, "names too many samples") }
        let bits = fields[Tag.bitsPerSample]
        let sampleBits = (0..<samples).map { index in
            // Some writers name the bits once for all samples.
            bits?.number(bytes, order, at: min(index, bits.map { $0.count - 1 } ?? 0)) ?? 1
        }
        var pixelsPerColour: UInt64 = 1
        if number(bytes, Tag.photometric) == Self.brightnessAndColour {
            let factors = (0...1).map { fields[Tag.subsampling]?.number(bytes, order, at: $0) ?? 2 }
            pixelsPerColour = factors.reduce(1) { $0 * UInt64(min(max($1, 1), 4)) }
        }
        return TIFFRaster(
            width: size.width, height: size.height, sampleBits: sampleBits,
            isPlanar: number(bytes, Tag.planarConfiguration) == 2, pixelsPerColour: pixelsPerColour)
    }

    /// The end of the picture's data; nil where the file does not say how long they are.
    ///
    /// - Throws: `MediaRefusal`: `corrupt` when the directory names no data, `truncated` when the file ends before them, or
    ///   when uncompressed data are less than the picture takes.
    func dataEnd(_ bytes: Span<UInt8>, _ budget: inout TIFFBudget) throws(MediaRefusal) -> Int? {
        guard let (offsets, lengths) = tables else {
            throw refusal(bytes, .corrupt, "has a page without image data")
        }
        guard lengths == nil || lengths?.count == offsets.count else {
            throw refusal(bytes, .corrupt, "has more strips than lengths of strips")
        }
        guard offsets.end <= bytes.count, (lengths?.end ?? 0) <= bytes.count else {
            throw refusal(bytes, .truncated, "ends inside its table of strips")
        }
        guard budget.spend(offsets.count) else { throw refusal(bytes, .corrupt, "names too many strips") }
        var last = 0
        var held: UInt64 = 0
        for index in 0..<offsets.count {
            guard let start = offsets.number(bytes, order, at: index) else {
                throw refusal(bytes, .corrupt, "has a table of strips that are no offsets")
            }
            let length = lengths?.number(bytes, order, at: index) ?? 0
            // A strip of no length is one that was never written; its offset means nothing.
            if lengths != nil, length == 0 { continue }
            last = max(last, Int(start) + max(Int(length), 1))
            // A strip of unknown length has at most what the file has behind its start.
            held += lengths == nil ? UInt64(max(0, bytes.count - Int(start))) : UInt64(length)
        }
        guard last <= bytes.count else { throw refusal(bytes, .truncated, "ends before its image data") }
        guard last > 0 else { throw refusal(bytes, .corrupt, "has a page without image data") }
        // Strips that share their bytes hold no more than the file does.
        guard try min(held, UInt64(bytes.count)) >= raster(bytes, &budget)?.leastBytes ?? 0 else {
            throw refusal(bytes, .truncated, "has less image data than a page of its size takes")
        }
        return lengths == nil ? nil : last
    }

    /// A refusal that carries what the directory claims.
    func refusal(_ bytes: Span<UInt8>, _ reason: MediaRefusal.Reason, _ detail: String) -> MediaRefusal {
        MediaRefusal(reason, "the TIFF file \(detail)", format: .tiff, claimedPixels: pixels(bytes))
    }

    private func number(_ bytes: Span<UInt8>, _ tag: UInt16) -> UInt32? {
        fields[tag]?.number(bytes, order)
    }
}
