/// One entry of a TIFF directory: what it holds and where.
struct TIFFField {
    /// Bytes that one value of each field type takes, by the type's number; 0 is no type (TIFF 6.0 section 2).
    private static let sizes: [Int] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

    private static let short: UInt16 = 3
    private static let long: UInt16 = 4
    private static let directoryOffset: UInt16 = 13

    /// What the entry is about.
    let tag: UInt16
    /// How many values it has.
    let count: Int
    /// Where the first value lies; it need not be inside the file.
    let start: Int
    /// Where the last value ends.
    let end: Int

    private let type: UInt16

    /// Reads the 12 bytes at `offset`; nil where the file ends first.
    ///
    /// A type that does not exist gives a field without values, as readers must pass over those.
    init?(_ bytes: Span<UInt8>, _ order: ByteOrder, at offset: Int) {
        guard let tag = order.u16(bytes, offset), let type = order.u16(bytes, offset + 2),
            let count = order.u32(bytes, offset + 4), let value = order.u32(bytes, offset + 8)
        else { return nil }
        let size = Int(type) < Self.sizes.count ? Self.sizes[Int(type)] : 0
        // 32 bits times 8 fit well into 64.
        let length = Int(count) * size
        self.tag = tag
        self.type = type
        self.count = size == 0 ? 0 : Int(count)
        start = length <= 4 ? offset + 8 : Int(value)
        end = start + length
    }

    /// The value at `index` if the field holds whole numbers; nil otherwise or where the file ends first.
    func number(_ bytes: Span<UInt8>, _ order: ByteOrder, at index: Int = 0) -> UInt32? {
        guard index >= 0, index < count else { return nil }
        switch type {
        case Self.short: return order.u16(bytes, start + 2 * index).map(UInt32.init)
        case Self.long, Self.directoryOffset: return order.u32(bytes, start + 4 * index)
        default: return nil
        }
    }
}
