/// A TIFF file built directory by directory, in either byte order.
package struct TIFFFile: Sendable {
    /// One entry: values of type SHORT unless told otherwise.
    package struct Entry: Sendable {
        package var tag: UInt16
        package var type: UInt16
        package var values: [UInt32]
        /// Where the values already lie, if an earlier directory has written them.
        package var place: UInt32?

        /// Makes an entry.
        package init(tag: UInt16, type: UInt16 = 3, values: [UInt32], place: UInt32? = nil) {
            self.tag = tag
            self.type = type
            self.values = values
            self.place = place
        }
    }

    package private(set) var bytes: [UInt8]
    private let bigEndian: Bool
    /// Where the offset of the next directory has to be written.
    private var link = 4

    package init(bigEndian: Bool = false) {
        self.bigEndian = bigEndian
        bytes = bigEndian ? [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 0] : [0x49, 0x49, 0x2a, 0, 0, 0, 0, 0]
    }

    /// A grey page of 8 bits a sample, its one strip in front of its directory: of 16 bytes, or as many as the page takes if
    /// those are more and no more than 64 KiB.
    package func page(
        _ width: UInt32, _ height: UInt32, strip given: Int? = nil, claimed: UInt32? = nil, extra: [Entry] = [],
        without: Set<UInt16> = []
    ) -> TIFFFile {
        var copy = self
        let start = UInt32(copy.bytes.count)
        let strip = given ?? Int(min(max(16, UInt64(width) * UInt64(height)), 65_536))
        copy.bytes += [UInt8](repeating: 0x55, count: strip)
        let entries = [
            Entry(tag: 256, type: 4, values: [width]), Entry(tag: 257, type: 4, values: [height]),
            Entry(tag: 258, values: [8]), Entry(tag: 259, values: [1]), Entry(tag: 262, values: [1]),
            Entry(tag: 273, type: 4, values: [start]), Entry(tag: 277, values: [1]),
            Entry(tag: 279, type: 4, values: [claimed ?? UInt32(strip)]),
        ]
        return copy.directory(entries.filter { !without.contains($0.tag) } + extra)
    }

    /// A directory, linked from the one before it.
    package func directory(_ entries: [Entry]) -> TIFFFile {
        var copy = self
        copy.put(UInt32(copy.bytes.count), at: copy.link)
        var body = number16(UInt16(entries.count))
        let outside = copy.bytes.count + 2 + 12 * entries.count + 4
        var values: [UInt8] = []
        for entry in entries {
            let size = [1: 1, 2: 1, 3: 2][entry.type] ?? 4
            var data = entry.values.flatMap {
                size == 1 ? [UInt8($0)] : size == 2 ? number16(UInt16($0)) : number32($0)
            }
            body += number16(entry.tag) + number16(entry.type) + number32(UInt32(entry.values.count))
            if let place = entry.place {
                body += number32(place)
            } else if data.count <= 4 {
                data += [UInt8](repeating: 0, count: 4 - data.count)
                body += data
            } else {
                body += number32(UInt32(outside + values.count))
                values += data
            }
        }
        copy.link = copy.bytes.count + body.count
        copy.bytes += body + [0, 0, 0, 0] + values
        return copy
    }

    /// Links the last directory to any offset.
    package func linked(to offset: UInt32) -> TIFFFile {
        var copy = self
        copy.put(offset, at: link)
        return copy
    }

    private mutating func put(_ value: UInt32, at offset: Int) {
        bytes.replaceSubrange(offset..<offset + 4, with: number32(value))
    }

    private func number16(_ value: UInt16) -> [UInt8] {
        let big = [UInt8(value >> 8), UInt8(value & 0xff)]
        return bigEndian ? big : big.reversed()
    }

    private func number32(_ value: UInt32) -> [UInt8] {
        let big = PNGFile.big(value)
        return bigEndian ? big : big.reversed()
    }
}
