/// Cuts a stream of bytes into lines, whatever the pieces in which it comes: pure, with memory for one line.
///
/// A line ends with LF or CR LF; the last one may end with the stream. A byte order mark before the first is no part of it.
package struct LineSplitter: Sendable {
    /// The most bytes of one line; of a longer one only its number is kept.
    package static let longestLine = 65_536

    private static let lineFeed: UInt8 = 0x0a
    private static let carriageReturn: UInt8 = 0x0d
    private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// The start of a line whose end has not come yet.
    private var rest: [UInt8] = []
    private var isTooLong = false
    /// How many lines have ended.
    package private(set) var count = 0

    /// A splitter at the start of a stream.
    package init() {}

    /// Takes the next piece of the stream, and hands out every line that has ended: its number, counted from 1, and its
    /// bytes, nil where it is too long.
    package mutating func add(_ piece: [UInt8], _ line: (_ number: Int, _ bytes: ArraySlice<UInt8>?) -> Void) {
        var start = piece.startIndex
        while let end = piece[start...].firstIndex(of: LineSplitter.lineFeed) {
            if rest.isEmpty, !isTooLong {
                finish(piece[start..<end], line)
            } else {
                keep(piece[start..<end])
                finishRest(line)
            }
            start = end + 1
        }
        if start < piece.endIndex { keep(piece[start...]) }
    }

    /// Takes note that the stream has ended: hands out the last line, if it has no end of its own.
    package mutating func end(_ line: (_ number: Int, _ bytes: ArraySlice<UInt8>?) -> Void) {
        guard !rest.isEmpty || isTooLong else { return }
        finishRest(line)
    }

    private mutating func keep(_ part: ArraySlice<UInt8>) {
        guard !isTooLong else { return }
        // Room for the CR, which is not counted.
        guard part.count <= LineSplitter.longestLine + 1 - rest.count else {
            isTooLong = true
            rest = []
            return
        }
        rest.append(contentsOf: part)
    }

    private mutating func finishRest(_ line: (_ number: Int, _ bytes: ArraySlice<UInt8>?) -> Void) {
        if isTooLong {
            count += 1
            line(count, nil)
        } else {
            finish(rest[...], line)
        }
        isTooLong = false
        rest.removeAll(keepingCapacity: true)
    }

    private mutating func finish(
        _ bytes: ArraySlice<UInt8>, _ line: (_ number: Int, _ bytes: ArraySlice<UInt8>?) -> Void
    ) {
        count += 1
        var bytes = bytes
        if bytes.last == LineSplitter.carriageReturn { bytes.removeLast() }
        if count == 1, bytes.starts(with: LineSplitter.mark) { bytes.removeFirst(LineSplitter.mark.count) }
        line(count, bytes.count <= LineSplitter.longestLine ? bytes : nil)
    }
}
