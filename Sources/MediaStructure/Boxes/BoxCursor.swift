import MediaTypes

/// Walks the boxes inside another one, in order.
struct BoxCursor {
    private var offset: Int
    private let limit: Int

    /// Starts at the first byte of `range`, which must lie within the file.
    init(_ range: Range<Int>) {
        offset = range.lowerBound
        limit = range.upperBound
    }

    /// The next box; nil behind the last one.
    ///
    /// Up to seven bytes, or zeros, behind the last box are a terminator that QuickTime writes.
    ///
    /// - Throws: `corrupt` when a box does not fit into the one around it, or the budget is used up.
    mutating func next(_ bytes: Span<UInt8>, _ budget: inout BoxBudget) throws(MediaRefusal) -> Box? {
        switch BoxHeader.read(bytes, at: offset, limit: limit) {
        case .leftover:
            return nil
        case .whole(let box):
            try budget.spend()
            offset = box.end
            return box
        case .toTheEnd(let box):
            guard box.type.rawValue == 0 else {
                throw MediaRefusal(.corrupt, "a box of size 0 inside another one: \(box.type.text)")
            }
            return nil
        case .overrun(let box):
            throw MediaRefusal(.corrupt, "the box \(box.type.text) is larger than the one around it")
        case .impossible(let type):
            throw MediaRefusal(.corrupt, "the box \(type.text) is smaller than its own header")
        }
    }
}
