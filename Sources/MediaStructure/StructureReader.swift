package import MediaTypes

/// The one door to the structure readers: which of them a file's first bytes call for, and its verdict.
package enum StructureReader {
    /// Every reader; at most one recognises a file, so the order does not matter.
    static let readers: [any (FormatReader & SendableMetatype).Type] = [
        JPEGReader.self,
        PNGReader.self,
        GIFReader.self,
        TIFFReader.self,
        ISOMediaReader.self,
        MPEGReader.self,
        MP3Reader.self,
        ADTSReader.self,
        WAVReader.self,
        CAFReader.self,
        AVIReader.self,
        AIFFReader.self,
    ]

    /// Proves that a whole file is sound media of a supported format, and measures it.
    ///
    /// Time and memory are bounded by the file's size, whatever its bytes say.
    ///
    /// - Parameter bytes: The whole file.
    /// - Returns: The proven format and its measures.
    /// - Throws: `MediaRefusal`, when it is not; for a format that is not supported the detail names it.
    package static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        guard !bytes.isEmpty else { throw MediaRefusal(.empty, "there are no bytes") }
        for reader in readers where reader.recognizes(bytes) {
            return try reader.read(bytes)
        }
        // Its sync may start anywhere below the packet size, so only what nobody else claims is asked about it.
        if MPEGTransportStream.recognizes(bytes) { throw MPEGTransportStream.refusal }
        throw MediaRefusal(.unsupportedType, KnownTypes.name(bytes) ?? "unknown data")
    }
}
