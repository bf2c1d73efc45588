/// Takes the chunked coding off a body (RFC 9112, section 7.1), whatever the pieces in which it comes: pure.
///
/// Chunk extensions and trailers are skipped.
struct ChunkDecoder: Sendable {
    private enum State {
        case size
        case data(left: Int)
        case dataEnd
        case trailer
        case complete
    }

    /// The most bytes of a line between chunks.
    private static let longestLine = 4096

    private var state = State.size
    private var line: [UInt8] = []

    /// Whether the body has ended.
    var isComplete: Bool {
        if case .complete = state { true } else { false }
    }

    /// Takes the next bytes and appends what they hold of the body.
    ///
    /// - Returns: how many bytes belonged to the body; fewer than given once it has ended.
    /// - Throws: `malformed`.
    mutating func decode(_ bytes: ArraySlice<UInt8>, into body: inout [UInt8]) throws(DaemonFailure) -> Int {
        var rest = bytes
        while let first = rest.first {
            switch state {
            case .complete: return bytes.count - rest.count
            case .data(let left):
                let count = min(left, rest.count)
                body.append(contentsOf: rest.prefix(count))
                rest.removeFirst(count)
                state = count == left ? .dataEnd : .data(left: left - count)
            case .size, .dataEnd, .trailer:
                rest.removeFirst()
                guard first == 0x0a else {
                    guard line.count < ChunkDecoder.longestLine else { throw ChunkDecoder.fault }
                    line.append(first)
                    continue
                }
                try lineEnded()
            }
        }
        return bytes.count
    }

    private mutating func lineEnded() throws(DaemonFailure) {
        let text = line.last == 0x0d ? line.dropLast() : line[...]
        line.removeAll(keepingCapacity: true)
        switch state {
        case .dataEnd:
            guard text.isEmpty else { throw ChunkDecoder.fault }
            state = .size
        case .trailer:
            if text.isEmpty { state = .complete }
        case .size:
            let digits = text.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }
            guard digits.count <= 8, digits.allSatisfy(ChunkDecoder.isHexadecimal),
                let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
            else { throw ChunkDecoder.fault }
            state = size == 0 ? .trailer : .data(left: size)
        case .data, .complete: return
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    private static let fault = DaemonFailure.malformed("its chunks are malformed")
}
