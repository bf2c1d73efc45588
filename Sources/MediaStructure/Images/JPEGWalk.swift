import MediaTypes

/// One pass over a JPEG file's markers, and what it has learnt so far.
struct JPEGWalk {
    private typealias Marker = JPEGReader.Marker

    /// The first frame header's size; in a hierarchical file the whole picture's.
    private(set) var frame: JPEGFrame?
    /// What the first Exif block says.
    private(set) var orientation: Orientation?
    /// Scans begun.
    private(set) var scans = 0

    private var isHierarchical = false
    private var hasExif = false
    private var wholeSegments = 0

    /// Some writers pad a segment without counting the pad in its length; decoders skip that much and more.
    private static let strayBytesAllowed = 16

    /// Walks to the end marker and returns the offset behind it.
    ///
    /// - Throws: `MediaRefusal`, `truncated` when the file ends first, else `corrupt`.
    mutating func run(_ bytes: Span<UInt8>) throws(MediaRefusal) -> Int {
        var offset = 2
        while true {
            let marker = try nextMarker(bytes, &offset)
            switch marker {
            case Marker.endOfImage:
                return offset
            case Marker.temporary:
                continue
            case Marker.restarts:
                // Only a scan may hold one, and scans step over theirs.
                throw refusal(.corrupt, "has a restart marker outside a scan")
            case Marker.startOfImage:
                throw refusal(.corrupt, "begins a second image inside the first")
            case Marker.jpegLSFrame where frame == nil:
                throw MediaRefusal(.unsupportedType, "image/jls (JPEG-LS picture)")
            case _ where Marker.reserved.contains { $0.contains(marker) }:
                throw refusal(.corrupt, "has a reserved marker")
            default:
                try segment(marker, bytes, &offset)
            }
        }
    }

    /// A refusal that carries what the frame header claims.
    func refusal(_ reason: MediaRefusal.Reason, _ detail: String) -> MediaRefusal {
        MediaRefusal(reason, "the JPEG file \(detail)", format: .jpeg, claimedPixels: frame?.pixels ?? 0)
    }

    /// Steps over fill bytes to the next marker's code.
    private func nextMarker(_ bytes: Span<UInt8>, _ offset: inout Int) throws(MediaRefusal) -> UInt8 {
        var stray = 0
        while let byte = bytes.u8(offset), byte != 0xff {
            stray += 1
            offset += 1
            guard stray <= Self.strayBytesAllowed else {
                throw refusal(.corrupt, "has something else where a marker should be")
            }
        }
        while bytes.u8(offset) == 0xff { offset += 1 }
        guard let marker = bytes.u8(offset) else { throw refusal(.truncated, "ends before its end marker") }
        guard marker != 0 else { throw refusal(.corrupt, "has something else where a marker should be") }
        offset += 1
        return marker
    }

    /// Reads one segment and steps over it, and over the scan data behind it.
    private mutating func segment(
        _ marker: UInt8, _ bytes: Span<UInt8>, _ offset: inout Int
    ) throws(MediaRefusal) {
        guard let length = bytes.u16be(offset) else { throw refusal(.truncated, "ends inside a segment") }
        guard length >= 2 else { throw refusal(.corrupt, "has a segment shorter than its own length field") }
        let end = offset + Int(length)
        guard end <= bytes.count else {
            // Without a single whole segment three bytes are all that speak for JPEG: a false length is then the
            // likelier fault than a cut.
            throw wholeSegments == 0
                ? refusal(.corrupt, "has a first segment that is longer than the file")
                : refusal(.truncated, "ends inside a segment")
        }
        wholeSegments += 1
        let body = offset + 2
        offset = end
        switch marker {
        case Marker.hierarchicalProgression:
            try header(bytes, body, end)
            isHierarchical = true
        case _ where Marker.beginsFrame(marker):
            guard !isHierarchical else { return }
            try header(bytes, body, end)
        case Marker.startOfScan:
            guard frame != nil else { throw refusal(.corrupt, "begins a scan before any frame header") }
            guard let components = bytes.u8(body), (1...4).contains(components),
                end - body == 4 + 2 * Int(components)
            else { throw refusal(.corrupt, "has a malformed scan header") }
            scans += 1
            offset = Self.scanEnd(bytes, from: end)
        case Marker.application1 where !hasExif && bytes.matches("Exif\0\0", at: body) && body + 6 <= end:
            hasExif = true
            orientation = Orientation.exif(bytes, from: body + 6, to: end)
        default:
            return
        }
    }

    /// Reads a frame header: precision, height, width, and three bytes for each component.
    private mutating func header(_ bytes: Span<UInt8>, _ body: Int, _ end: Int) throws(MediaRefusal) {
        guard frame == nil else { throw refusal(.corrupt, "has two frame headers") }
        guard end - body >= 6, let precision = bytes.u8(body), let height = bytes.u16be(body + 1),
            let width = bytes.u16be(body + 3), let components = bytes.u8(body + 5)
        else { throw refusal(.corrupt, "has a malformed frame header") }
        guard (2...16).contains(precision), components > 0, end - body == 6 + 3 * Int(components) else {
            throw refusal(.corrupt, "has a malformed frame header")
        }
        guard width > 0, height > 0 else { throw refusal(.corrupt, "has a width or height of zero") }
        frame = JPEGFrame(width: UInt32(width), height: UInt32(height))
    }

    /// The offset of the first marker behind entropy-coded data, where a stuffed zero and restarts are data.
    private static func scanEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var offset = start
        while offset < bytes.count {
            guard bytes[offset] == 0xff else {
                offset += 1
                continue
            }
            guard let next = bytes.u8(offset + 1) else { return offset }
            if next == 0 || Marker.restarts.contains(next) {
                offset += 2
            } else if next == 0xff {
                offset += 1
            } else {
                return offset
            }
        }
        return offset
    }
}
