/// Makes the identifiers of a payload's references unique (DESIGN section 5).
struct Identifiers {
    private var taken: Set<String> = []
    private var emptyCount = 0
    /// The highest number tried behind each repeated identifier, so that many equal ones stay cheap.
    private var lastNumbers: [String: Int] = [:]

    /// `count` is a guess of how many there will be.
    init(expecting count: Int = 1) {
        taken.reserveCapacity(count)
    }

    /// The identifier to use for the next reference: an empty one becomes `attachment-N`, N counting the empty ones
    /// from 1; one already used gets `-2`, `-3` and so on.
    mutating func unique(_ identifier: String) -> String {
        var base = identifier
        if base.isEmpty {
            emptyCount += 1
            base = "attachment-\(emptyCount)"
        }
        if taken.insert(base).inserted { return base }
        var number = lastNumbers[base] ?? 1
        while true {
            number += 1
            let candidate = "\(base)-\(number)"
            if taken.insert(candidate).inserted {
                lastNumbers[base] = number
                return candidate
            }
        }
    }
}
