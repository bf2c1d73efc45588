/// Decides which objects a cache of so many bytes keeps. One trace, one policy.
protocol ReplacementPolicy {
    /// An empty cache for the objects of these sizes.
    init(limit: Int64, sizes: [Int64])

    /// Asks for an object; keeps it if it was not there. Returns whether it was.
    mutating func ask(_ object: Int) -> Bool
}

/// Misses of a trace, the first fifth of it left out.
struct MissRatios {
    /// Of all requests.
    var objects: Double
    /// Of all bytes asked for.
    var bytes: Double

    /// What a policy makes of a trace.
    init(_ policy: some ReplacementPolicy, _ trace: Trace) {
        var policy = policy
        var (asked, missed, askedBytes, missedBytes) = (0, 0, Int64(0), Int64(0))
        for (number, object) in trace.requests.enumerated() {
            let isHit = policy.ask(object)
            guard number >= trace.requests.count / 5 else { continue }
            asked += 1
            askedBytes += trace.sizes[object]
            guard !isHit else { continue }
            missed += 1
            missedBytes += trace.sizes[object]
        }
        objects = Double(missed) / Double(asked)
        bytes = Double(missedBytes) / Double(askedBytes)
    }
}
