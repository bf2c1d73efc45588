import MediaTypes

/// Proves classic TIFF (TIFF 6.0): the chain of directories, and that the strips or tiles they name are in the file.
///
/// BigTIFF has another mark and is not recognised; camera raw files built on TIFF are, and are refused by name.
enum TIFFReader: FormatReader {
    private static let marks: [[UInt8]] = [[0x49, 0x49, 0x2a, 0x00], [0x4d, 0x4d, 0x00, 0x2a]]

    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        marks.contains { bytes.matches($0, at: 0) }
    }

    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        var walk = TIFFWalk()
        return try walk.run(bytes)
    }
}

/// One pass over a TIFF file's directories, and what it has learnt so far.
private struct TIFFWalk {
    private var budget = TIFFBudget()
    /// Offsets of the directories that were read, so that none is read twice.
    private var visited: Set<Int> = []
    /// The end of everything that any directory names.
    private var end = 8
    /// Whether all data's lengths are told, so that what lies behind them belongs to nobody.
    private var knowsEnd = true
    private var pages: UInt32 = 0
    private var pixels: UInt64 = 0

    mutating func run(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        do {
            return try picture(bytes)
        } catch {
            // A later page's fault must not hide what an earlier one claims.
            guard error.reason != .unsupportedType else { throw error }
            var refusal = error
            refusal.claimedPixels = max(refusal.claimedPixels, pixels)
            throw refusal
        }
    }

    private mutating func picture(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        guard let order = ByteOrder(bytes, at: 0), let first = order.u32(bytes, 4) else {
            throw MediaRefusal(.truncated, "the TIFF file ends inside its header", format: .tiff)
        }
        guard !bytes.matches("CR", at: 8) else { throw Self.cameraRaw }
        guard first > 0 else { throw MediaRefusal(.corrupt, "the TIFF file names no directory", format: .tiff) }
        let main = try page(bytes, order, at: Int(first))
        var offset = main.next
        while offset != 0, !visited.contains(offset) {
            offset = try page(bytes, order, at: offset).next
        }
        guard let size = main.size(bytes) else {
            throw MediaRefusal(.corrupt, "the TIFF file has no size", format: .tiff)
        }
        let behind = try ForeignContent.trailing(bytes, from: end, of: .tiff)
        let shown = main.orientation(bytes).displayed(size.width, size.height)
        return InspectedMedia(
            format: .tiff, width: shown.width, height: shown.height, frames: pages, hasAlpha: main.hasAlpha(bytes),
            canvasPixels: pixels, trailingBytes: knowsEnd ? behind : 0)
    }

    private static let cameraRaw = MediaRefusal(.unsupportedType, "image/x-raw (camera raw picture built on TIFF)")

    /// Reads one page, the copies of it that it names, and its metadata's extent.
    private mutating func page(
        _ bytes: Span<UInt8>, _ order: ByteOrder, at offset: Int
    ) throws(MediaRefusal) -> TIFFDirectory {
        let page = try directory(bytes, order, at: offset)
        for child in page.subDirectories(bytes) where !visited.contains(child) {
            let copy = try directory(bytes, order, at: child)
            if copy.namesData { try measure(copy, bytes) }
        }
        for child in page.metadataDirectories(bytes) where !visited.contains(child) {
            // Damaged metadata do not spoil a picture: their extent is then not known, and nothing else is.
            _ = try? directory(bytes, order, at: child)
        }
        guard let size = page.size(bytes), size.width > 0, size.height > 0 else {
            throw page.refusal(bytes, .corrupt, "has a page without a size")
        }
        pixels = max(pixels, page.pixels(bytes))
        try measure(page, bytes)
        guard !page.hasLostValues else { throw page.refusal(bytes, .truncated, "ends before values that a page names") }
        pages += 1
        return page
    }

    private mutating func directory(
        _ bytes: Span<UInt8>, _ order: ByteOrder, at offset: Int
    ) throws(MediaRefusal) -> TIFFDirectory {
        visited.insert(offset)
        let directory = try TIFFDirectory(bytes, order, at: offset, &budget)
        guard !directory.isCameraRaw(bytes) else { throw Self.cameraRaw }
        end = max(end, directory.end)
        return directory
    }

    private mutating func measure(_ directory: TIFFDirectory, _ bytes: Span<UInt8>) throws(MediaRefusal) {
        if let last = try directory.dataEnd(bytes, &budget) {
            end = max(end, last)
        } else {
            knowsEnd = false
        }
    }
}
