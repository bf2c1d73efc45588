import Fixtures
import MediaTypes
import Testing

@testable import MediaStructure

struct ForeignContentTests {
    private static let jpeg = JPEGFile().frame(9, 8).scan().end().bytes
    private static let png = PNGFile().header(5, 4).image().end().bytes
    private static let gif = GIFFile(4, 3).frame(4, 3).end().bytes
    private static let tiff = TIFFFile().page(4, 3).bytes

    /// The head of an archive's entry: signature, version 20, deflated, a name of one letter.
    private static let zipEntry: [UInt8] =
        [0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0] + [UInt8](repeating: 0, count: 16) + [1, 0, 0, 0, 0x61]
    private static let zipEnd: [UInt8] =
        [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0] + [UInt8](repeating: 0, count: 8) + [0, 0]
    /// A DOS header that leads to a PE header right behind it.
    private static let program: [UInt8] =
        [0x4d, 0x5a] + [UInt8](repeating: 0, count: 58) + [64, 0, 0, 0, 0x50, 0x45, 0, 0]

    private static let foreign: [[UInt8]] = [
        zipEntry, zipEnd, program,
        [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x00],
        [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4],
        [0x4d, 0x53, 0x43, 0x46, 0, 0, 0, 0],
        [0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0],
        [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0],
        Array("%PDF-1.4".utf8),
        Array("<html>".utf8), Array("<!DOCTYPE html>".utf8), Array("<HTML>".utf8), Array("<Script>x</Script>".utf8),
        Array("<?php phpinfo();".utf8), Array("<svg onload=x>".utf8), Array("<iframe src=x>".utf8),
    ]

    @Test(arguments: foreign, [0, 1, 513])
    func `finds another format at any distance behind a picture`(_ second: [UInt8], _ distance: Int) {
        let gap = [UInt8](repeating: 0x20, count: distance)
        for first in [Self.jpeg, Self.png, Self.gif, Self.tiff] {
            #expect(ImageVerdict(first).reason == nil)
            #expect(ImageVerdict(first + gap + second).reason == "polyglot")
            #expect(ImageVerdict(first + gap + second + [1, 2, 3]).reason == "polyglot")
        }
    }

    @Test(
        arguments: [
            [0x50, 0x4b, 3, 4], [0x50, 0x4b, 5, 6, 0, 0], [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], Array("#!/bin/sh\n".utf8),
            Array("<?xml version=\"1.0\"?>".utf8),
        ] as [[UInt8]])
    func `believes a short signature only right behind the picture`(_ second: [UInt8]) {
        #expect(ImageVerdict(Self.png + second).reason == "polyglot")
        #expect(ImageVerdict(Self.png + [0] + second).reason == nil)
    }

    @Test(
        arguments: [
            [0], [0x4d, 0x5a], [0x4d, 0x5a] + [UInt8](repeating: 0xff, count: 80), Array("MZ and so on".utf8),
            Array("plain words".utf8), Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'>".utf8),
            Array("<?xpacket begin=''?>".utf8),
            [0x7f, 0x45, 0x4c, 0x46, 0, 0, 0], Array("%PD".utf8), Array("Rar!".utf8),
            [0, 0, 0, 0x18] + Array("ftypmp42".utf8), jpeg, png, gif,
            [0, 0x50, 0x4b, 3, 4] + [UInt8](repeating: 0xee, count: 40),
            [0, 0x50, 0x4b, 5, 6] + [UInt8](repeating: 0xee, count: 40),
        ] as [[UInt8]])
    func `lets harmless bytes pass and counts them`(_ tail: [UInt8]) {
        for first in [Self.jpeg, Self.png, Self.gif, Self.tiff] {
            #expect(ImageVerdict(first + tail).media?.trailingBytes == UInt64(tail.count))
        }
    }

    @Test
    func `finds a script whose comment hides the picture`() {
        // The width spells the comment's opening.
        let script = GIFFile(0x2a2f, 1).frame(1, 1).end().bytes
        #expect(ImageVerdict(script).reason == nil)
        #expect(ImageVerdict(script + Array("x*/=1;alert(1);".utf8)).reason == "polyglot")
        #expect(ImageVerdict(Self.gif + Array("x*/=1;alert(1);".utf8)).reason == nil)
        let comment = [UInt8](repeating: 0, count: 0x2f2a - 2)
        let wide = JPEGFile().segment(0xe0, comment).frame(9, 8).scan().end().bytes
        #expect(ImageVerdict(wide + Array("*/alert(1)".utf8)).reason == "polyglot")
    }

    @Test
    func `reads markup inside a comment as part of the picture`() {
        let markup = "<html><script>alert(1)</script></html>"
        #expect(ImageVerdict(GIFFile(4, 3).comment(markup).frame(4, 3).end().bytes).reason == nil)
        #expect(ImageVerdict(JPEGFile().segment(0xfe, Array(markup.utf8)).frame(9, 8).scan().end().bytes).reason == nil)
        #expect(
            ImageVerdict(PNGFile().header(5, 4).chunk("tEXt", Array(markup.utf8)).image().end().bytes).reason == nil)
    }

    @Test
    func `raises no alarm over random bytes`() throws {
        var random = SeededGenerator(seed: 0x5eed)
        let tail = (0..<1_000_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        #expect(try ForeignContent.trailing(tail.span, from: 0, of: .jpeg) == 1_000_000)
    }

    @Test(arguments: [0, 5, 6] as [Int])
    func `counts nothing at or past the end`(_ offset: Int) throws {
        let bytes: [UInt8] = [1, 2, 3, 4, 5]
        #expect(try ForeignContent.trailing(bytes.span, from: offset, of: .png) == (offset == 0 ? 5 : 0))
    }
}
