import MediaTypes

/// The number of boxes that may still be opened in one file, so that a flood of empty ones ends early.
struct BoxBudget {
    /// Enough for half a minute of one-frame fragments with sound; a flood of 10 MiB would hold a million.
    static let boxesInAFile = 32_768

    private(set) var left: Int

    init(_ boxes: Int = BoxBudget.boxesInAFile) {
        left = boxes
    }

    /// Counts one box.
    ///
    /// - Throws: `corrupt` when the budget is used up.
    mutating func spend() throws(MediaRefusal) {
        guard left > 0 else { throw MediaRefusal(.corrupt, "more boxes than any real file has") }
        left -= 1
    }
}
