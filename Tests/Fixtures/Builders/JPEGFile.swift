/// A JPEG file built marker by marker; the entropy-coded data mean nothing, as no reader here decodes them.
package struct JPEGFile: Sendable {
    package private(set) var bytes: [UInt8] = [0xff, 0xd8]

    /// A file of its first marker alone.
    package init() {}

    /// A marker without a body.
    package func marker(_ code: UInt8) -> JPEGFile { adding([0xff, code]) }

    /// A marker with a body and its length.
    package func segment(_ code: UInt8, _ body: [UInt8]) -> JPEGFile {
        let length = UInt16(body.count + 2)
        return adding([0xff, code, UInt8(length >> 8), UInt8(length & 0xff)] + body)
    }

    /// A frame header of three components.
    package func frame(_ width: UInt16, _ height: UInt16, code: UInt8 = 0xc0) -> JPEGFile {
        segment(
            code,
            [8, UInt8(height >> 8), UInt8(height & 0xff), UInt8(width >> 8), UInt8(width & 0xff), 3]
                + [1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1])
    }

    /// A scan header and its data.
    package func scan(_ data: [UInt8] = [0x12, 0x34, 0xff, 0x00, 0xff, 0xd0, 0x56]) -> JPEGFile {
        segment(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]).adding(data)
    }

    /// An Exif block: the given value of tag 274, in either byte order, and a second directory with a thumbnail.
    package func exif(orientation: UInt16, bigEndian: Bool, thumbnail: [UInt8] = []) -> JPEGFile {
        let entries = [
            TIFFFile.Entry(tag: 271, type: 2, values: [0x41]), TIFFFile.Entry(tag: 274, values: [UInt32(orientation)]),
        ]
        let block = TIFFFile(bigEndian: bigEndian).directory(entries).bytes
        return segment(0xe1, Array("Exif\0\0".utf8) + block + thumbnail)
    }

    /// The end marker.
    package func end() -> JPEGFile { marker(0xd9) }

    /// Bytes as they are.
    package func adding(_ more: [UInt8]) -> JPEGFile {
        var copy = self
        copy.bytes += more
        return copy
    }
}
