import Fixtures
import LoopbackOrigin
import Testing

@testable import MediaFetching

/// Codings are taken off in any cut of the input, and a stream that does not end is noticed.
struct BodyDecoderTests {
    /// What a decoder makes of an input in pieces, and whether it ended.
    static func decode(
        _ input: [UInt8], _ coding: BodyFraming.Coding, by count: Int
    ) -> (output: [UInt8], step: BodyDecoder.Step, isComplete: Bool) {
        let decoder = BodyDecoder(coding)
        var output: [UInt8] = []
        var last = BodyDecoder.Step.more
        for start in stride(from: 0, to: input.count, by: count) where last == .more {
            last = decoder.decode(Array(input[start..<min(start + count, input.count)]).span) { piece in
                for index in piece.indices { output.append(piece[index]) }
                return true
            }
        }
        return (output, last, decoder.isComplete)
    }

    static let plain = Array("attachd\n".utf8)
    static let gzip = FetchLimitTests.gzip
    static let zlib = OriginCoding.deflate(plain)
    /// The same without the wrapper of RFC 1950.
    static let raw = Array(zlib.dropFirst(2).dropLast(4))

    static let sound: [(BodyFraming.Coding, [UInt8], [UInt8])] = [
        (.gzip, gzip, plain), (.deflate, zlib, plain), (.deflate, raw, plain), (.gzip, gzip + gzip, plain + plain),
    ]

    @Test(arguments: sound, [1, 2, 7, 1000])
    func `decodes whole streams in any pieces`(
        _ item: (coding: BodyFraming.Coding, input: [UInt8], output: [UInt8]), _ count: Int
    ) {
        let result = BodyDecoderTests.decode(item.input, item.coding, by: count)
        #expect(result.output == item.output)
        #expect(result.step == .more)
        #expect(result.isComplete)
    }

    @Test(arguments: [(.gzip, gzip), (.deflate, zlib), (.deflate, raw)] as [(BodyFraming.Coding, [UInt8])])
    func `knows a stream cut anywhere from a whole one`(_ coding: BodyFraming.Coding, _ input: [UInt8]) {
        for count in 1..<input.count {
            let result = BodyDecoderTests.decode(Array(input.prefix(count)), coding, by: 5)
            #expect(result.step == .more)
            #expect(!result.isComplete, "cut after \(count)")
        }
    }

    @Test func `a second member cut short is not whole`() {
        for count in 1..<BodyDecoderTests.gzip.count {
            let input = BodyDecoderTests.gzip + BodyDecoderTests.gzip.prefix(count)
            #expect(!BodyDecoderTests.decode(input, .gzip, by: 9).isComplete)
        }
    }

    @Test func `no body is whole`() {
        #expect(BodyDecoderTests.decode([], .gzip, by: 1).isComplete)
    }

    @Test(
        arguments: [
            (.gzip, Array("not gzip".utf8)), (.gzip, gzip + Array("junk".utf8)), (.deflate, zlib + [0]),
            (.deflate, raw + [0]), (.gzip, zlib), (.deflate, [0x78, 0x01, 0xff]), (.deflate, [0x78, 0x02]),
        ] as [(BodyFraming.Coding, [UInt8])])
    func `what is no stream, or more than one, is broken`(_ coding: BodyFraming.Coding, _ input: [UInt8]) {
        for count in [1, 3, 1000] { #expect(BodyDecoderTests.decode(input, coding, by: count).step == .broken) }
    }

    @Test func `output comes in small pieces however small the input, and ends when nobody wants it`() {
        // A megabyte of zeros in stored blocks stands for a bomb: what counts is that each piece is bounded.
        let input = OriginCoding.deflate([UInt8](repeating: 0, count: 1 << 20))
        let decoder = BodyDecoder(.deflate)
        var largest = 0
        var total = 0
        let step = decoder.decode(input.span) { piece in
            largest = max(largest, piece.count)
            total += piece.count
            return total < 100_000
        }
        #expect(step == .stopped)
        #expect(largest <= InflateStream.outputBytes)
        #expect(total < 120_000)
    }

    @Test func `random bytes never do worse than break`() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<2000 {
            var input = BodyDecoderTests.gzip
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                input[Int.random(in: 0..<input.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let result = BodyDecoderTests.decode(input, .gzip, by: 4)
            if result.step == .more, result.isComplete { #expect(result.output == BodyDecoderTests.plain) }
        }
    }
}
