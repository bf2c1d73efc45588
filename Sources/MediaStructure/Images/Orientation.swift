/// How a stored picture is turned before it is shown: the values 1 to 8 of the TIFF and Exif tag 274.
struct Orientation: Equatable {
    /// Stored as shown.
    static let upright = Orientation(tagValue: 1)

    /// The tag's number in TIFF and in Exif's first directory.
    static let tag: UInt16 = 274

    private let value: UInt16

    /// Takes the tag's value; anything outside 1 to 8 counts as upright, as every viewer has it.
    init(tagValue: UInt16) {
        value = (1...8).contains(tagValue) ? tagValue : 1
    }

    /// The size as shown: the values 5 to 8 lay the picture on its side.
    func displayed(_ width: UInt32, _ height: UInt32) -> (width: UInt32, height: UInt32) {
        value >= 5 ? (height, width) : (width, height)
    }

    /// The orientation that an Exif block (a small TIFF file without pictures) between two offsets tells; nil if none.
    ///
    /// Damaged metadata do not spoil a picture, so every fault in here means no more than "not told".
    static func exif(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Orientation? {
        guard end <= bytes.count, end - start >= 8, let order = ByteOrder(bytes, at: start),
            order.u16(bytes, start + 2) == 42, let directory = order.u32(bytes, start + 4)
        else { return nil }
        let first = start + Int(directory)
        guard first <= end - 2, let entries = order.u16(bytes, first) else { return nil }
        for index in 0..<Int(entries) {
            let entry = first + 2 + 12 * index
            guard entry <= end - 12 else { return nil }
            guard order.u16(bytes, entry) == tag else { continue }
            guard order.u16(bytes, entry + 2) == 3, order.u32(bytes, entry + 4) == 1 else { return nil }
            return order.u16(bytes, entry + 8).map(Orientation.init(tagValue:))
        }
        return nil
    }
}
