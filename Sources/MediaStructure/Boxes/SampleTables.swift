import MediaTypes

/// The tables that say how many samples a track has, how long each lasts and where it lies (an `stbl` box).
struct SampleTables {
    /// The sample sizes; nil for a track that has no size table.
    private(set) var sizes: SampleSizes?
    /// The sum of all sample durations, in the track's time scale.
    private(set) var ticks: UInt64 = 0
    private var timed: UInt64 = 0
    private var chunkMap: Box?
    private var chunkOffsets: Box?

    /// How many samples the track has.
    var count: UInt64 { sizes?.count ?? 0 }

    /// Where the first chunk's samples begin; nil without a chunk, or where that is no place in a file.
    func firstChunkOffset(_ bytes: Span<UInt8>) -> Int? {
        guard let box = chunkOffsets, let count = bytes.u32be(box.body + 4), count > 0 else { return nil }
        let place = box.type == .co64 ? bytes.u64be(box.body + 8) : bytes.u32be(box.body + 8).map(UInt64.init)
        return place.flatMap { Int(exactly: $0) }
    }

    /// Takes in one box of the sample table; those of no interest are passed over.
    ///
    /// - Throws: `corrupt` when a table is shorter than it claims.
    mutating func take(_ bytes: Span<UInt8>, _ box: Box) throws(MediaRefusal) {
        switch box.type {
        case .stsz, .stz2: sizes = try SampleSizes(bytes, box)
        case .stts: try sumDurations(bytes, box)
        case .stsc: chunkMap = box
        case .stco, .co64: chunkOffsets = box
        default: break
        }
    }

    /// Checks that the tables agree with each other, and that every sample lies in the media data.
    ///
    /// Takes time linear in the bytes of the tables.
    ///
    /// - Throws: `corrupt` when they contradict each other, `truncated` when samples lie beyond the file.
    func check(_ bytes: Span<UInt8>, _ data: inout MediaData, packing: SamplePacking?) throws(MediaRefusal) {
        guard let sizes, sizes.count > 0 else { return }
        guard timed <= sizes.count else {
            throw MediaRefusal(.corrupt, "durations for \(timed) samples, but \(sizes.count) sizes")
        }
        guard timed > 0, let chunkMap, let chunkOffsets else {
            throw MediaRefusal(.corrupt, "samples without a time or a place")
        }
        let map = try table(bytes, chunkMap, entrySize: 12)
        let width = chunkOffsets.type == .co64 ? 8 : 4
        let offsets = try table(bytes, chunkOffsets, entrySize: width)
        var entry = ChunkRun(bytes, map, 0)
        var following = ChunkRun(bytes, map, 1)
        var entryIndex = 0
        guard entry?.firstChunk == 1 else { throw MediaRefusal(.corrupt, "the first chunk has no entry") }
        var sample: UInt64 = 0
        for chunk in 0..<offsets.count {
            while let next = following, next.firstChunk <= UInt64(chunk) + 1 {
                guard next.firstChunk > entry?.firstChunk ?? 0 else {
                    throw MediaRefusal(.corrupt, "chunk entries out of order")
                }
                entry = next
                entryIndex += 1
                following = ChunkRun(bytes, map, entryIndex + 1)
            }
            let samples = min(entry?.samples ?? 0, sizes.count - sample)
            let offset = offsets.offset + chunk * width
            let start = width == 8 ? bytes.u64be(offset) : bytes.u32be(offset).map(UInt64.init)
            let length =
                sizes.constant != nil
                ? packing?.length(of: samples) ?? sizes.total(bytes, from: sample, samples)
                : sizes.total(bytes, from: sample, samples)
            try data.require(length, at: start ?? .max, fileSize: bytes.count)
            sample += samples
            if sample == sizes.count { return }
        }
        throw MediaRefusal(.corrupt, "chunks for \(sample) of \(sizes.count) samples")
    }

    private mutating func sumDurations(_ bytes: Span<UInt8>, _ box: Box) throws(MediaRefusal) {
        let entries = try table(bytes, box, entrySize: 8)
        timed = 0
        ticks = 0
        for index in 0..<entries.count {
            let offset = entries.offset + index * 8
            guard let samples = bytes.u32be(offset), let delta = bytes.u32be(offset + 4) else { break }
            timed = timed.saturatingAdd(UInt64(samples))
            ticks = ticks.saturatingAdd(UInt64(samples) * UInt64(delta))
        }
    }

    /// The place and number of the entries in a full box that counts them.
    private func table(
        _ bytes: Span<UInt8>, _ box: Box, entrySize: Int
    ) throws(MediaRefusal) -> (offset: Int, count: Int) {
        guard box.end - box.body >= 8, let claimed = bytes.u32be(box.body + 4),
            UInt64(claimed) * UInt64(entrySize) <= UInt64(box.end - box.body - 8)
        else { throw MediaRefusal(.corrupt, "the table \(box.type.text) is shorter than it claims") }
        return (box.body + 8, Int(claimed))
    }

    /// One entry of the sample-to-chunk table: from which chunk on each holds how many samples.
    private struct ChunkRun {
        let firstChunk: UInt64
        let samples: UInt64

        init?(_ bytes: Span<UInt8>, _ map: (offset: Int, count: Int), _ index: Int) {
            guard index < map.count, let first = bytes.u32be(map.offset + index * 12),
                let samples = bytes.u32be(map.offset + index * 12 + 4)
            else { return nil }
            firstChunk = UInt64(first)
            self.samples = UInt64(samples)
        }
    }
}
