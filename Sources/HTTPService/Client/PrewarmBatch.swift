import AttachmentCache
import AttachmentPipeline
import NotificationContent

/// One batch on its way: reads the result lines as they come, and knows which lines have none yet. Pure.
struct PrewarmBatch<Waiter: Sendable>: Sendable {
    private var open: [Waiter?]
    private var splitter = LineSplitter()
    /// The lines as they are sent.
    let body: [UInt8]

    init(_ items: [PrewarmLanes<Waiter>.Item]) {
        open = items.map(\.waiter)
        var body: [UInt8] = []
        for item in items {
            body.append(contentsOf: item.url.utf8)
            body.append(UInt8(ascii: "\n"))
        }
        self.body = body
    }

    /// Takes the next bytes of the answer. Returns who has a verdict now.
    mutating func add(_ bytes: [UInt8]) -> [(Waiter, PrewarmVerdict)] {
        var verdicts: [(Waiter, PrewarmVerdict)] = []
        splitter.add(bytes) { _, line in
            guard let line, let (number, verdict) = PrewarmBatch.read(line), open.indices.contains(number - 1),
                let waiter = open[number - 1]
            else { return }
            open[number - 1] = nil
            verdicts.append((waiter, verdict))
        }
        return verdicts
    }

    /// Those whose lines have no result.
    mutating func takeOpen() -> [Waiter] {
        defer { open = [] }
        return open.compactMap { $0 }
    }

    private static func read(_ line: ArraySlice<UInt8>) -> (number: Int, PrewarmVerdict)? {
        guard let tokens = try? JSONTokens(Array(line)) else { return nil }
        func text(_ key: JSONKey) -> String? { tokens.member(key, of: 0).flatMap { tokens.text($0) } }
        func whole(_ key: JSONKey) -> Int64? {
            tokens.member(key, of: 0).flatMap { tokens.number($0) }.flatMap { Int64(exactly: $0) }
        }
        guard let number = whole("line").flatMap({ Int(exactly: $0) }) else { return nil }
        let milliseconds = whole("ms")
        switch text("status") {
        case "attached":
            guard let digest = text("sha256").flatMap(Digest.init(hexadecimal:)), let bytes = whole("bytes"),
                let cache = text("cache").flatMap(CacheResult.init(rawValue:))
            else { return nil }
            return (
                number, .attached(bytes: bytes, digest: digest, cache: cache, milliseconds: milliseconds)
            )
        case "failed":
            guard let reason = text("reason").flatMap(FailureReason.init(rawValue:)) else { return nil }
            return (
                number,
                .failed(
                    reason: reason, detail: text("detail") ?? "", isRemembered: milliseconds == nil,
                    milliseconds: milliseconds)
            )
        default: return nil
        }
    }
}
