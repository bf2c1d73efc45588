import MediaTypes

/// Tells harmless bytes behind a format's end from a second file that begins there.
///
/// Other media, padding and makers' own blocks are harmless. Archives, programs, markup and documents are not: whoever
/// reads the file as one of those gets something that nobody inspected.
enum ForeignContent {
    /// What must hold beside a signature that is too short to be believed in the midst of random bytes.
    private enum Proof {
        case none
        case zipEntry
        case zipEnd
        case portableExecutable
        /// The two bytes that every ELF file has behind its mark: class and byte order, each 1 or 2.
        case elf
    }

    private struct Signature {
        let name: String
        let bytes: [UInt8]
        var ignoresCase = false
        var proof = Proof.none
    }

    /// Signatures that count wherever they stand.
    private static let signatures: [Signature] =
        [
            Signature(name: "a ZIP archive", bytes: [0x50, 0x4b, 0x03, 0x04], proof: .zipEntry),
            Signature(name: "a ZIP archive", bytes: [0x50, 0x4b, 0x05, 0x06], proof: .zipEnd),
            Signature(name: "a RAR archive", bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]),
            Signature(name: "a 7-Zip archive", bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
            Signature(name: "a cabinet archive", bytes: [0x4d, 0x53, 0x43, 0x46, 0, 0, 0, 0]),
            Signature(name: "a Windows program", bytes: [0x4d, 0x5a], proof: .portableExecutable),
            Signature(name: "a DOS program", bytes: [0x4d, 0x5a, 0x90, 0, 0x03, 0, 0, 0]),
            Signature(name: "an ELF program", bytes: [0x7f, 0x45, 0x4c, 0x46], proof: .elf),
            Signature(name: "a PDF document", bytes: Array("%PDF-".utf8)),
        ]
        + ["<html", "<!doctype", "<head", "<body", "<script", "<iframe", "<object", "<svg", "<img ", "<?php"].map {
            Signature(name: "markup", bytes: Array($0.utf8), ignoresCase: true)
        }

    /// Signatures that count only right behind the media's end: those too short to mean much elsewhere, and one that
    /// begins with the zero that padding is made of.
    private static let openers: [Signature] = [
        Signature(name: "a WebAssembly program", bytes: [0, 0x61, 0x73, 0x6d]),
        Signature(name: "a ZIP archive", bytes: [0x50, 0x4b, 0x03, 0x04]),
        Signature(name: "a ZIP archive", bytes: [0x50, 0x4b, 0x05, 0x06]),
        Signature(name: "a script", bytes: Array("#!/".utf8)),
        Signature(name: "markup", bytes: Array("<?xml".utf8)),
    ]

    /// The signatures by their first byte: all but a few bytes cost one look-up.
    private static let byFirstByte: [[Signature]] = {
        var table = [[Signature]](repeating: [], count: 256)
        for signature in signatures { table[Int(signature.bytes[0])].append(signature) }
        return table
    }()

    /// Where a header's own size field can spell the beginning of a script's comment, which then hides the media.
    private static let commentOffsets: [MediaFormat: Int] = [.gif: 6, .jpeg: 4, .wav: 4, .avi: 4, .aiff: 4]

    /// The number of bytes from `offset` to the file's end, in time linear in it.
    ///
    /// - Throws: `MediaRefusal` of reason `polyglot` when another format begins in them.
    static func trailing(_ bytes: Span<UInt8>, from offset: Int, of format: MediaFormat) throws(MediaRefusal) -> UInt64
    {
        guard offset >= 0, offset < bytes.count else { return 0 }
        let name =
            openers.first { matches($0, bytes, offset) }?.name ?? hiddenScript(bytes, from: offset, of: format)
            ?? firstSignature(bytes, from: offset)
        if let name {
            throw MediaRefusal(.polyglot, "\(name) begins behind the media's end", format: format)
        }
        return UInt64(bytes.count - offset)
    }

    private static func firstSignature(_ bytes: Span<UInt8>, from offset: Int) -> String? {
        let isFirstByte = byFirstByte.map { !$0.isEmpty }
        for position in offset..<bytes.count where isFirstByte[Int(bytes[position])] {
            for signature in byFirstByte[Int(bytes[position])] where matches(signature, bytes, position) {
                return signature.name
            }
        }
        return nil
    }

    /// A script whose comment is opened by the header and closed behind the media.
    private static func hiddenScript(_ bytes: Span<UInt8>, from offset: Int, of format: MediaFormat) -> String? {
        guard let opener = commentOffsets[format], bytes.matches("/*", at: opener) else { return nil }
        for position in offset..<bytes.count where bytes.matches("*/", at: position) { return "a script" }
        return nil
    }

    private static func matches(_ signature: Signature, _ bytes: Span<UInt8>, _ offset: Int) -> Bool {
        let isThere =
            signature.ignoresCase
            ? bytes.matchesIgnoringCase(signature.bytes, at: offset) : bytes.matches(signature.bytes, at: offset)
        return isThere && holds(signature.proof, bytes, offset)
    }

    private static func holds(_ proof: Proof, _ bytes: Span<UInt8>, _ offset: Int) -> Bool {
        switch proof {
        case .none:
            return true
        case .zipEntry:
            // PKWARE's application note, 4.3.7: version needed, method, length of the name.
            guard let version = bytes.u8(offset + 4), let method = bytes.u16le(offset + 8),
                let nameLength = bytes.u16le(offset + 26)
            else { return false }
            return version <= 63 && method <= 99 && (1...4096).contains(nameLength)
        case .zipEnd:
            // 4.3.16: entries on this disk, entries in all, length of the comment.
            guard let here = bytes.u16le(offset + 8), let total = bytes.u16le(offset + 10),
                let comment = bytes.u16le(offset + 20)
            else { return false }
            return here <= total && bytes.has(22 + Int(comment), at: offset)
        case .portableExecutable:
            guard let header = bytes.u32le(offset + 0x3c) else { return false }
            return bytes.matches("PE\0\0", at: offset + Int(header))
        case .elf:
            guard let kind = bytes.u8(offset + 4), let order = bytes.u8(offset + 5) else { return false }
            return (1...2).contains(kind) && (1...2).contains(order)
        }
    }
}
