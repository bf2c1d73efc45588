import MediaTypes

/// The `mdat` boxes: every sample must lie in one of them.
///
/// The whole box counts, header included: tools that lengthen the header without moving the offsets exist.
struct MediaData {
    /// In file order, so sorted and without overlap.
    private var ranges: [Range<Int>] = []

    /// The first offset behind every sample that was asked for.
    private var samplesEnd = 0

    /// Adds the next `mdat` of the file.
    mutating func append(_ box: Box) {
        ranges.append(box.start..<box.end)
    }

    /// Checks that `length` bytes of samples at `offset` are there, in a file of `fileSize` bytes.
    ///
    /// - Throws: `truncated` when they end beyond the file, `corrupt` when they lie outside every `mdat`.
    mutating func require(_ length: UInt64, at offset: UInt64, fileSize: Int) throws(MediaRefusal) {
        guard length > 0 else { return }
        let end = offset.saturatingAdd(length)
        guard end <= UInt64(fileSize) else {
            throw MediaRefusal(.truncated, "the file ends before its samples do")
        }
        guard contains(Int(offset)..<Int(end)) else {
            throw MediaRefusal(ranges.isEmpty ? .truncated : .corrupt, "samples lie outside the media data")
        }
        samplesEnd = max(samplesEnd, Int(end))
    }

    /// Where the unused rest of the `mdat` that ends at `end` begins; `end` if none does.
    func unusedRest(endingAt end: Int) -> Int {
        guard let last = ranges.last, last.upperBound == end else { return end }
        return min(end, max(last.lowerBound + 8, samplesEnd))
    }

    private func contains(_ wanted: Range<Int>) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < wanted.upperBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= wanted.lowerBound
    }
}
