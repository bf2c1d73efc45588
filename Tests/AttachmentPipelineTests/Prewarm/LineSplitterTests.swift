import AttachmentPipeline
import Testing

@Suite struct LineSplitterTests {
    private struct Line: Equatable {
        let number: Int
        let text: String?
    }

    private static func lines(_ bytes: [UInt8], pieces size: Int = .max) -> [Line] {
        var splitter = LineSplitter()
        var lines: [Line] = []
        let take = { (number: Int, bytes: ArraySlice<UInt8>?) in
            lines.append(Line(number: number, text: bytes.map { String(decoding: $0, as: UTF8.self) }))
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            splitter.add(Array(rest.prefix(size)), take)
            rest = rest.dropFirst(size)
        }
        splitter.end(take)
        #expect(splitter.count == lines.count)
        return lines
    }

    @Test(arguments: [1, 2, 3, 5, 1000])
    func `numbers lines from 1, with any end and in any pieces`(size: Int) {
        let lines = Self.lines(Array("\u{feff}one\r\n\ntwo\n three\r\r\nlast".utf8), pieces: size)
        #expect(
            lines == [
                Line(number: 1, text: "one"), Line(number: 2, text: ""), Line(number: 3, text: "two"),
                Line(number: 4, text: " three\r"), Line(number: 5, text: "last"),
            ])
    }

    @Test(arguments: [("", 0), ("\n", 1), ("a", 1), ("a\n", 1), ("a\n\n", 2), ("\r\n", 1)])
    func `a line's end begins no other line`(text: String, count: Int) {
        #expect(Self.lines(Array(text.utf8)).count == count)
    }

    @Test(arguments: [-1, 0, 1], [4096, 1_000_000])
    func `keeps nothing but the number of a line that is too long`(excess: Int, size: Int) {
        let fits = excess <= 0
        let long = [UInt8](repeating: 0x61, count: LineSplitter.longestLine + excess)
        let lines = Self.lines(long + Array("\r\nnext\n".utf8) + long, pieces: size)
        #expect(lines.count == 3)
        #expect((lines[0].text != nil) == fits)
        #expect(lines[1] == Line(number: 2, text: "next"))
        #expect((lines[2].text != nil) == fits)
    }
}
