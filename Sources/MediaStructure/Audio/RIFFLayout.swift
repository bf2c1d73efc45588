import MediaTypes

/// Where the chunks of a WAVE file lie.
struct RIFFLayout {
    /// The body of the `fmt ` chunk.
    private(set) var format = 0..<0
    /// The samples, within the file.
    private(set) var data = 0..<0
    /// Samples a channel, by the `fact` or `ds64` chunk; nil where none says.
    private(set) var samples: UInt64?
    /// Where the RIFF form, or the last chunk behind it, ends.
    private(set) var end = 0

    /// The most chunks that are looked at before `data`, and again behind it.
    private static let mostChunks = 65_536
    /// Sizes that a writer into a pipe leaves for "not known yet"; the last two are SoX's.
    private static let unknownSizes: Set<UInt32> = [.max, 0x7fff_f000, 0x7fff_f024]

    /// Finds `fmt ` and `data` and holds every size against the file.
    ///
    /// - Throws: `MediaRefusal`: `truncated` where the file ends before its chunks do, `corrupt` where one is missing.
    init(_ bytes: Span<UInt8>) throws(MediaRefusal) {
        let has64BitSizes = !bytes.matches("RIFF", at: 0)
        guard let size = bytes.u32le(4) else { throw Self.truncated("in its first chunk") }
        let wide = has64BitSizes ? try Self.wideSizes(bytes) : nil
        samples = wide?.samples

        // Zero is a size of its own only where a header of 44 bytes says that it has no samples.
        let isStreamed = wide == nil && (size == 0 || Self.unknownSizes.contains(size))
        let riffEnd = wide?.riff ?? UInt64(size) + 8
        guard isStreamed || riffEnd <= UInt64(bytes.count) + 1 else { throw Self.truncated("before its RIFF size") }
        try findData(bytes, wide: wide, isStreamed: isStreamed)

        end = isStreamed ? bytes.count : max(data.upperBound, Int(clamping: riffEnd))
        skipChunksBehind(bytes)
    }

    /// Sizes of the `ds64` chunk, which stands first in RF64 (EBU Tech 3306, section 3).
    private struct WideSizes {
        var riff: UInt64
        var data: UInt64
        var samples: UInt64?
    }

    private static func wideSizes(_ bytes: Span<UInt8>) throws(MediaRefusal) -> WideSizes {
        guard bytes.has(8, at: 12) else { throw truncated("in its first chunk") }
        guard bytes.matches("ds64", at: 12) else {
            throw MediaRefusal(.corrupt, "no ds64 chunk stands first in an RF64 file", format: .wav)
        }
        guard let riff = bytes.u64le(20), let data = bytes.u64le(28), let samples = bytes.u64le(36) else {
            throw truncated("in its ds64 chunk")
        }
        return WideSizes(riff: riff.addingReportingOverflow(8).partialValue, data: data, samples: samples)
    }

    private mutating func findData(
        _ bytes: Span<UInt8>, wide: WideSizes?, isStreamed: Bool
    ) throws(MediaRefusal) {
        var position = 12
        for _ in 0..<Self.mostChunks {
            guard let size = bytes.u32le(position + 4) else {
                throw position >= bytes.count && !format.isEmpty
                    ? MediaRefusal(.corrupt, "no data chunk", format: .wav) : Self.truncated("in a chunk's head")
            }
            let body = position + 8
            if bytes.matches("data", at: position) {
                guard !format.isEmpty else { throw MediaRefusal(.corrupt, "no fmt chunk before data", format: .wav) }
                data = try Self.dataRange(bytes, from: body, size: size, wide: wide, isStreamed: isStreamed)
                return
            }
            guard bytes.has(Int(size), at: body) else { throw Self.truncated("within a chunk") }
            if bytes.matches("fmt ", at: position), format.isEmpty { format = body..<body + Int(size) }
            if bytes.matches("fact", at: position), samples == nil { samples = bytes.u32le(body).map(UInt64.init) }
            position = body + Int(size) + Int(size & 1)
        }
        throw MediaRefusal(.corrupt, "too many chunks before data", format: .wav)
    }

    private static func dataRange(
        _ bytes: Span<UInt8>, from body: Int, size: UInt32, wide: WideSizes?, isStreamed: Bool
    ) throws(MediaRefusal) -> Range<Int> {
        if let wide, size == .max {
            guard wide.data <= UInt64(bytes.count - body) else { throw truncated("within its samples") }
            return body..<body + Int(wide.data)
        }
        if unknownSizes.contains(size) || size == 0 && isStreamed { return body..<bytes.count }
        guard bytes.has(Int(size), at: body) else { throw truncated("within its samples") }
        return body..<body + Int(size)
    }

    /// Counts chunks that stand whole behind the end: a writer that adds one often leaves the RIFF size as it was.
    private mutating func skipChunksBehind(_ bytes: Span<UInt8>) {
        var position = end
        for _ in 0..<Self.mostChunks {
            guard let size = bytes.u32le(position + 4), bytes.has(Int(size), at: position + 8) else { break }
            guard (position..<position + 4).allSatisfy({ 0x20...0x7e ~= bytes[$0] }) else { break }
            position += 8 + Int(size) + Int(size & 1)
            end = position
        }
        end = min(end, bytes.count)
    }

    private static func truncated(_ place: String) -> MediaRefusal {
        MediaRefusal(.truncated, "the file ends \(place)", format: .wav)
    }
}
