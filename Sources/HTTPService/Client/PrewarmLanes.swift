import AttachmentPipeline

/// Which URLs go to a daemon in which batch, and over how many connections: pure.
///
/// At most `working` batches are being worked on; that is the flow control. One that has gone quiet waits for slow hosts
/// alone and makes room for the next, so that a host that hangs keeps nobody waiting; at most `most` are open.
struct PrewarmLanes<Waiter: Sendable>: Sendable {
    /// A URL and who waits for what becomes of it.
    struct Item: Sendable {
        let url: String
        let waiter: Waiter
    }

    /// The most lines of a batch.
    static var linesLimit: Int { 1_000 }
    /// The most bytes of a batch.
    static var bytesLimit: Int { 1 << 20 }

    private let working: Int
    private let most: Int
    private var waiting: [Item] = []
    private var head = 0
    private var batches = 0
    private var quiet: Set<Int> = []
    private var lastBatch = 0

    init(working: Int = 4, most: Int = 16) {
        self.working = max(1, working)
        self.most = max(working, most)
    }

    /// Puts a URL at the end.
    mutating func add(_ item: Item) {
        waiting.append(item)
    }

    /// Takes the next batch, and counts it as being worked on; nil if none may go out or nothing waits.
    mutating func nextBatch() -> (number: Int, items: [Item])? {
        guard head < waiting.count, batches < most, batches - quiet.count < working else { return nil }
        var items: [Item] = []
        var bytes = 0
        while head < waiting.count, items.count < Self.linesLimit {
            let item = waiting[head]
            bytes += item.url.utf8.count + 1
            guard bytes <= Self.bytesLimit || items.isEmpty else { break }
            items.append(item)
            head += 1
        }
        if head == waiting.count || head >= 4096 {
            waiting.removeFirst(head)
            head = 0
        }
        batches += 1
        lastBatch += 1
        return (lastBatch, items)
    }

    /// Nothing has come of a batch for a while. Returns whether this is news.
    mutating func noteQuiet(_ number: Int) -> Bool {
        quiet.insert(number).inserted
    }

    /// A batch has ended.
    mutating func finished(_ number: Int) {
        batches -= 1
        quiet.remove(number)
    }

    /// Takes everything that waits, because nobody will answer it.
    mutating func takeAll() -> [Item] {
        defer {
            waiting = []
            head = 0
        }
        return Array(waiting[head...])
    }
}
