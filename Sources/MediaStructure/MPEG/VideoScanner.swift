/// Reads sequence and picture headers out of an MPEG-1 or MPEG-2 video stream that arrives in pieces.
///
/// A start code or header may be split between two pieces, as it is in the packets of a program stream.
struct VideoScanner {
    /// Pixels, from the first sequence; 0 before it.
    private(set) var width: UInt32 = 0
    /// Pixels, likewise.
    private(set) var height: UInt32 = 0
    /// Whether the first sequence has the extension that MPEG-2 demands.
    private(set) var isMPEG2 = false
    /// Coded pictures, counted when their first slice begins.
    private(set) var pictures = 0
    /// The first code of the stream, by which other coding standards are told.
    private(set) var firstCode: UInt8?
    /// Whether a sequence header was there that says nothing usable.
    private(set) var hasBrokenHeader = false
    /// Where in the file the last start code of the stream ends.
    private(set) var lastCodeEnd = 0
    /// Whether an end code closed the last sequence.
    private(set) var isEnded = false

    /// Zero bytes at the end of what was seen, at most 2.
    private var zeros = 0
    /// Whether a whole prefix is the last that was seen.
    private var expectsCode = false
    /// The code whose header is being gathered, how many bytes of it are still wanted, and those that came.
    private var gathering: UInt8 = 0
    private var wanted = 0
    private var gathered: UInt64 = 0
    private var gatheredLength = 0

    /// The rate now in force, with the sequence header's own for the extension to scale.
    private var rate: FrameRate?
    private var baseRate: FrameRate?
    private var isProgressive = false
    /// Fields shown at `rate` that `time` does not hold yet, and those of a picture whose slices have not begun.
    private var fields: UInt64 = 0
    private var pendingFields: UInt64?
    private var time: UInt64 = 0

    /// The time that all pictures are shown, in microseconds.
    var microseconds: UInt64 {
        time + (rate?.microseconds(ofFields: fields) ?? 0)
    }

    /// The time that one picture is shown, in microseconds; 0 before the first sequence header.
    var pictureMicroseconds: UInt64 {
        rate?.microseconds(ofFields: 2) ?? 0
    }

    /// Takes the next piece of the stream, which stands at `range` of the file.
    mutating func feed(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var position = range.lowerBound
        let end = range.upperBound
        while position < end {
            if wanted > 0 {
                gather(bytes[position])
                position += 1
            } else if expectsCode {
                expectsCode = false
                begin(bytes[position], endingAt: position + 1)
                position += 1
            } else if zeros > 0 {
                let byte = bytes[position]
                expectsCode = byte == 1 && zeros == 2
                zeros = byte == 0 ? 2 : 0
                position += 1
            } else if let prefix = StartCode.nextPrefix(bytes, in: position..<end) {
                expectsCode = true
                position = prefix + 3
            } else {
                let isLastZero = bytes[end - 1] == 0
                zeros = !isLastZero ? 0 : end - 2 >= position && bytes[end - 2] == 0 ? 2 : 1
                return
            }
        }
    }

    private mutating func begin(_ code: UInt8, endingAt end: Int) {
        firstCode = firstCode ?? code
        guard code <= StartCode.groupOfPictures, !isEnded || code == StartCode.sequenceHeader else { return }
        lastCodeEnd = end
        gathered = 0
        gatheredLength = 0
        gathering = code
        switch code {
        case StartCode.sequenceHeader:
            isEnded = false
            wanted = SequenceHeader.length
        case StartCode.extensionStart:
            wanted = rate == nil ? 0 : 1
        case StartCode.picture:
            pendingFields = rate == nil ? nil : 2
        case StartCode.slices:
            guard let shown = pendingFields else { return }
            pictures += 1
            fields += shown
            pendingFields = nil
        case StartCode.sequenceEnd:
            isEnded = rate != nil
        default:
            break
        }
    }

    private mutating func gather(_ byte: UInt8) {
        gathered = gathered << 8 | UInt64(byte)
        gatheredLength += 1
        wanted -= 1
        if gathering == StartCode.extensionStart, gatheredLength == 1 {
            wanted = max(0, VideoExtension.length(first: byte) - 1)
            if wanted == 0 { zeros = byte == 0 ? 1 : 0 }
            return
        }
        guard wanted == 0 else { return }
        zeros = byte == 0 ? 1 : 0
        if gathering == StartCode.sequenceHeader {
            takeSequence()
        } else {
            takeExtension(VideoExtension(gathered, length: gatheredLength))
        }
    }

    private mutating func takeSequence() {
        guard let header = SequenceHeader(gathered) else {
            hasBrokenHeader = true
            return
        }
        if rate == nil {
            width = header.width
            height = header.height
        }
        // A repeated header before its extension would otherwise put the rate back for a moment, which costs nothing.
        change(rate: header.rate)
        baseRate = header.rate
        isProgressive = false
    }

    private mutating func takeExtension(_ found: VideoExtension) {
        switch found {
        case .sequence(let progressive, let extraWidth, let extraHeight, let numerator, let denominator):
            guard let baseRate else { return }
            if pictures == 0, !isMPEG2 {
                width += extraWidth
                height += extraHeight
            }
            isMPEG2 = true
            isProgressive = progressive
            change(rate: baseRate.scaled(numerator: numerator, denominator: denominator))
        case .picture(let structure, let isTopFieldFirst, let repeatsFirstField):
            guard pendingFields != nil else { return }
            guard structure == 3 else {
                pendingFields = 1
                return
            }
            let repeated: UInt64 = isProgressive ? (isTopFieldFirst ? 4 : 2) : 1
            pendingFields = repeatsFirstField ? 2 + repeated : 2
        }
    }

    private mutating func change(rate new: FrameRate) {
        guard new != rate else { return }
        time += rate?.microseconds(ofFields: fields) ?? 0
        fields = 0
        rate = new
    }
}
