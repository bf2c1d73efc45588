/// One track of a composed film, with every field that the reader judges open to change.
package struct ISOTrack: Sendable {
    package var identifier: UInt64 = 1
    package var handler = "vide"
    package var isEnabled = true
    /// In the movie's time scale of 1000.
    package var trackTicks: UInt64 = 3000
    /// Segment durations in the movie's time scale; nil for no edit list.
    package var edits: [UInt64]?
    package var timescale: UInt64 = 10_000
    /// In the track's time scale.
    package var mediaTicks: UInt64 = 30_000
    /// Version 1 boxes have 64-bit times.
    package var version: UInt8 = 0
    /// a, b, c, d of the matrix in whole numbers.
    package var matrix: [Int32] = [1, 0, 0, 1]
    package var presentation: (width: UInt64, height: UInt64) = (64, 48)
    package var coded: (width: Int, height: Int) = (64, 48)
    package var format = "avc1"
    /// Boxes in the sample entry.
    package var configuration: [UInt8] = ISOBox.box("avcC", [1, 0x64, 0, 0x1f, 0xff])
    /// The whole sample entry; nil for one made of the fields above.
    package var entry: [UInt8]?
    package var descriptions = 1
    /// Samples of this many bytes each, by default 15 of 10.
    package var sampleSizes: [UInt64] = Array(repeating: 10, count: 15)
    package var claimedSamples: UInt64?
    /// One size for all; the table is then left out.
    package var constantSize: UInt64 = 0
    /// (count, delta); nil for one entry that fits.
    package var durations: [(count: UInt64, delta: UInt64)]?
    /// (first chunk, samples); nil for one chunk of all samples.
    package var chunkMap: [(first: UInt64, samples: UInt64)]?
    /// Relative to where the media data's content begins; nil for one at 0.
    package var chunkOffsets: [UInt64]?
    package var usesLongOffsets = false
    /// The `dref` entry.
    package var reference: [UInt8] = ISOBox.full("url ", flags: 1)
    /// Boxes behind `tkhd`.
    package var extra: [UInt8] = []
    /// Boxes in the sample table, in place of all.
    package var sampleTable: [UInt8]?

    /// A track of pictures of 3 s.
    package init() {}

    /// A track of pictures.
    package static let film = ISOTrack()

    /// A track of AAC sound.
    package static let sound: ISOTrack = {
        var track = ISOTrack()
        track.identifier = 2
        track.handler = "soun"
        track.format = "mp4a"
        track.configuration = ISOTrack.esds(objectType: 0x40, configuration: [0x12, 0x10])
        return track
    }()

    /// An `esds` box with a stream descriptor of the given object type and decoder configuration.
    package static func esds(objectType: UInt8, configuration: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        let specific = [0x05, UInt8(configuration.count)] + configuration
        let decoder = [0x04, UInt8(13 + specific.count), objectType] + ISOBox.zeros(12) + specific
        return ISOBox.full("esds", [0x03, UInt8(3 + decoder.count), 0, 1, flags] + decoder)
    }

    /// The `trak` box for media data whose content begins at `base`.
    package func bytes(base: UInt64) -> [UInt8] {
        ISOBox.box("trak", header, extra, editList, ISOBox.box("mdia", mediaHeader, handlerBox, information(base)))
    }

    private func time(_ value: UInt64) -> [UInt8] { ISOBox.number(value, bytes: version == 0 ? 4 : 8) }

    private var header: [UInt8] {
        let turn = matrix.map { ISOBox.u32(UInt64(UInt32(bitPattern: $0 << 16))) }
        let numbers =
            turn[0] + turn[1] + ISOBox.u32(0) + turn[2] + turn[3] + ISOBox.zeros(12) + ISOBox.u32(0x4000_0000)
        return ISOBox.full(
            "tkhd", version: version, flags: isEnabled ? 3 : 0, time(0), time(0), ISOBox.u32(identifier),
            ISOBox.u32(0), time(trackTicks), ISOBox.zeros(16), numbers, ISOBox.u32(presentation.width << 16),
            ISOBox.u32(presentation.height << 16))
    }

    private var editList: [UInt8] {
        guard let edits else { return [] }
        let entries = edits.flatMap { time($0) + time(0) + ISOBox.u32(0x1_0000) }
        return ISOBox.box("edts", ISOBox.full("elst", version: version, ISOBox.u32(UInt64(edits.count)), entries))
    }

    private var mediaHeader: [UInt8] {
        ISOBox.full(
            "mdhd", version: version, time(0), time(0), ISOBox.u32(timescale), time(mediaTicks), ISOBox.u32(0))
    }

    private var handlerBox: [UInt8] {
        ISOBox.full("hdlr", ISOBox.u32(0), Array(handler.utf8), ISOBox.zeros(13))
    }

    private func information(_ base: UInt64) -> [UInt8] {
        ISOBox.box(
            "minf", ISOBox.box("dinf", ISOBox.full("dref", ISOBox.u32(1), reference)),
            ISOBox.box("stbl", sampleTable ?? tables(base)))
    }

    private func tables(_ base: UInt64) -> [UInt8] {
        let count = claimedSamples ?? UInt64(sampleSizes.count)
        let samples = UInt64(sampleSizes.count)
        let times = durations ?? [(samples, samples == 0 ? 0 : mediaTicks / samples)]
        let map = chunkMap ?? [(1, count)]
        let offsets = (chunkOffsets ?? [0]).map { $0 &+ base }
        let sizes = constantSize == 0 ? sampleSizes.flatMap(ISOBox.u32) : []
        return ISOBox.full(
            "stsd", ISOBox.u32(UInt64(descriptions)), Array((0..<descriptions).map { _ in entry ?? ownEntry }.joined()))
            + ISOBox.full(
                "stts", ISOBox.u32(UInt64(times.count)), times.flatMap { ISOBox.u32($0.count) + ISOBox.u32($0.delta) })
            + ISOBox.full(
                "stsc", ISOBox.u32(UInt64(map.count)),
                map.flatMap { ISOBox.u32($0.first) + ISOBox.u32($0.samples) + ISOBox.u32(1) })
            + ISOBox.full("stsz", ISOBox.u32(constantSize), ISOBox.u32(count), sizes)
            + ISOBox.full(
                usesLongOffsets ? "co64" : "stco", ISOBox.u32(UInt64(offsets.count)),
                offsets.flatMap(usesLongOffsets ? ISOBox.u64 : ISOBox.u32))
    }

    private var ownEntry: [UInt8] {
        let start = ISOBox.zeros(6) + ISOBox.u16(1)
        if handler == "vide" {
            return ISOBox.box(
                format, start, ISOBox.zeros(16), ISOBox.u16(coded.width), ISOBox.u16(coded.height), ISOBox.zeros(50),
                configuration)
        }
        return ISOBox.box(format, start, ISOBox.zeros(20), configuration)
    }
}
