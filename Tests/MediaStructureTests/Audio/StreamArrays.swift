@testable import MediaStructure

// Expectations cannot hold a span, so the tests call these forms, which take an array.

extension AudioTag {
    static func mediaStart(_ bytes: [UInt8]) -> Int { mediaStart(bytes.span) }

    static func id3v2Length(_ bytes: [UInt8], at offset: Int) -> Int? { id3v2Length(bytes.span, at: offset) }

    static func length(_ bytes: [UInt8], at offset: Int) -> Int? { length(bytes.span, at: offset) }
}

extension MPEGAudioHeader {
    init?(_ bytes: [UInt8], at offset: Int) { self.init(bytes.span, at: offset) }

    func isTableOfContents(_ bytes: [UInt8], at offset: Int) -> Bool { isTableOfContents(bytes.span, at: offset) }
}

extension ADTSHeader {
    init?(_ bytes: [UInt8], at offset: Int) { self.init(bytes.span, at: offset) }
}

extension FrameChain {
    init(_ bytes: [UInt8], _ syntax: FrameSyntax, at offset: Int, limit: Int = FrameChain.proof) {
        self.init(bytes.span, syntax, at: offset, limit: limit)
    }
}

extension StartCode {
    static func nextPrefix(_ bytes: [UInt8], in range: Range<Int>) -> Int? { nextPrefix(bytes.span, in: range) }

    static func at(_ offset: Int, _ bytes: [UInt8]) -> UInt8? { at(offset, bytes.span) }
}

extension PESPacket {
    init?(_ bytes: [UInt8], _ range: Range<Int>) { self.init(bytes.span, range) }
}

extension ProgramStream {
    init(_ bytes: [UInt8]) { self.init(bytes.span) }
}

extension MPEGTransportStream {
    static func recognizes(_ bytes: [UInt8]) -> Bool { recognizes(bytes.span) }
}
