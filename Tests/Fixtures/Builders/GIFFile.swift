/// A GIF file built block by block.
package struct GIFFile: Sendable {
    package private(set) var bytes: [UInt8]

    package init(_ width: UInt16, _ height: UInt16, version: String = "GIF89a") {
        bytes =
            Array(version.utf8) + Self.little(width) + Self.little(height) + [0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
    }

    package func frame(
        _ width: UInt16, _ height: UInt16, left: UInt16 = 0, top: UInt16 = 0, codeSize: UInt8 = 2
    ) -> GIFFile {
        adding(
            [0x2c] + Self.little(left) + Self.little(top) + Self.little(width) + Self.little(height)
                + [0, codeSize, 2, 0x44, 0x01, 0])
    }

    package func graphicControl(transparent: Bool) -> GIFFile {
        adding([0x21, 0xf9, 4, transparent ? 1 : 0, 10, 0, 0, 0])
    }

    package func comment(_ text: String) -> GIFFile {
        adding([0x21, 0xfe, UInt8(text.utf8.count)] + Array(text.utf8) + [0])
    }

    package func end() -> GIFFile { adding([0x3b]) }

    package func adding(_ more: [UInt8]) -> GIFFile {
        var copy = self
        copy.bytes += more
        return copy
    }

    private static func little(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xff), UInt8(value >> 8)] }
}
