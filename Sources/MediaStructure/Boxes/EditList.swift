/// The edit list of a track: which stretches of it a player presents (ISO/IEC 14496-12 section 8.6.6).
struct EditList {
    /// The sum of the edits' lengths in the movie's time scale; zero when the list does not say.
    private(set) var ticks: UInt64 = 0

    /// Sums the entries that are there, however many the box claims.
    ///
    /// An entry of length zero lasts to the end of the media, so a list with one says nothing by itself.
    init(_ bytes: Span<UInt8>, _ box: Box) {
        guard let (version, _) = box.versionAndFlags(bytes), let claimed = bytes.u32be(box.body + 4) else { return }
        let size = version == 0 ? 12 : 20
        var sum: UInt64 = 0
        let present = max(0, box.end - box.body - 8) / size
        for index in 0..<min(Int(claimed), present) {
            let length = MediaTime.durationField(bytes, at: box.body + 8 + index * size, version: version)
            guard length > 0 else { return }
            sum = sum.saturatingAdd(length)
        }
        ticks = sum
    }
}
