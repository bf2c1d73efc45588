import AttachmentCache

/// Digests that are to be pinned, each once among the last so many: a list may name the same blob under a million URLs.
struct PinQueue: Sendable {
    /// Digests remembered as pinned.
    private static let memory = 4096

    private var waiting: [Digest] = []
    private var recent: Set<Digest> = []

    /// How many wait.
    var count: Int { waiting.count }

    /// Takes in what has been attached.
    mutating func add(_ results: [PrewarmResult]) {
        for result in results where !result.isRepeat {
            guard let digest = result.verdict.digest, recent.insert(digest).inserted else { continue }
            waiting.append(digest)
            if recent.count >= PinQueue.memory { recent = [] }
        }
    }

    /// Hands out all that wait.
    mutating func take() -> [Digest] {
        defer { waiting = [] }
        return waiting
    }
}
