import MediaTypes

/// Where the parts of the file lie: the outcome of the walk over its outermost boxes.
struct FileLayout {
    /// The one movie box.
    private(set) var movie: Box?
    /// The movie fragments, in file order.
    private(set) var fragments: [Box] = []
    /// Where samples may lie.
    var mediaData = MediaData()
    /// The first offset behind the last box.
    private(set) var end = 0
    /// The first offset behind the last box whose content is not free to be anything.
    private(set) var endOfMedia = 0

    /// As `endOfMedia`, but where the last of those boxes is an `mdat`, behind the samples that were found in it.
    ///
    /// Only meaningful when the samples of all tracks were checked.
    var endOfSamples: Int { mediaData.unusedRest(endingAt: endOfMedia) }

    /// Outermost boxes of the standards (ISO/IEC 14496-12, QuickTime file format, DASH) besides those read here.
    private static let known: Set<FourCharacterCode> = [
        "ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "pnot", "PICT", "udta", "meta", "meco", "uuid",
        "sidx", "ssix", "mfra", "emsg", "prft", "pdin", "imda",
    ]

    /// Boxes whose content may be anything, so that another file may hide there; so may it in one of unknown name.
    private static let opaque: Set<FourCharacterCode> = ["free", "skip", "wide", "uuid"]

    /// Walks the outermost boxes.
    ///
    /// - Throws: `truncated` when a known box reaches beyond the file, `corrupt` when sizes are impossible, there are
    ///   two movies, or bytes that are no box stand before the movie.
    static func read(_ bytes: Span<UInt8>, _ budget: inout BoxBudget) throws(MediaRefusal) -> FileLayout {
        var layout = FileLayout()
        try layout.walk(bytes, &budget)
        return layout
    }

    private mutating func walk(_ bytes: Span<UInt8>, _ budget: inout BoxBudget) throws(MediaRefusal) {
        while end < bytes.count {
            switch BoxHeader.read(bytes, at: end, limit: bytes.count) {
            case .whole(let box) where FileLayout.known.contains(box.type) || box.type.isPlausible:
                try budget.spend()
                try take(box)
            case .toTheEnd(let box) where FileLayout.known.contains(box.type):
                try budget.spend()
                try take(box)
            case .overrun(let box) where FileLayout.known.contains(box.type):
                throw MediaRefusal(.truncated, "the file ends inside its \(box.type.text) box")
            case .impossible(let type) where FileLayout.known.contains(type):
                throw MediaRefusal(.corrupt, "the box \(type.text) is smaller than its own header")
            case .whole, .toTheEnd, .overrun, .impossible, .leftover:
                guard movie != nil else {
                    throw MediaRefusal(.corrupt, "bytes that are no box before the movie, at offset \(end)")
                }
                return
            }
        }
    }

    private mutating func take(_ box: Box) throws(MediaRefusal) {
        switch box.type {
        case .moov:
            guard movie == nil else { throw MediaRefusal(.corrupt, "two movies in one file") }
            movie = box
        case .moof:
            fragments.append(box)
        case .mdat:
            mediaData.append(box)
        default:
            break
        }
        end = box.end
        if FileLayout.known.contains(box.type), !FileLayout.opaque.contains(box.type) { endOfMedia = box.end }
    }
}
