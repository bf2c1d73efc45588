import AttachmentPipeline
import MediaFetching
import NotificationContent

/// What has become of a list so far: pure; bounded, however many hosts it names.
struct PrewarmTally: Sendable {
    /// What has become of one host's URLs.
    struct Host: Sendable, Equatable {
        var attached: Int64 = 0
        var failed: Int64 = 0
        var bytes: Int64 = 0
        /// URLs that were tried, and their milliseconds.
        var tries: Int64 = 0
        var milliseconds: Int64 = 0

        /// The mean time of a try; nil without one.
        var meanMilliseconds: Int64? { tries > 0 ? milliseconds / tries : nil }
    }

    /// How often a reason was given, and the first example of it.
    struct Reason: Sendable, Equatable {
        var count: Int64 = 0
        var example: String
        var detail: String
    }

    /// Hosts told apart; the others are one.
    static let hostLimit = 1_000
    /// What the others are called.
    static let otherHosts = "(other hosts)"
    /// Failures remembered for the display.
    static let failuresShown = 3

    private(set) var attached: Int64 = 0
    private(set) var failed: Int64 = 0
    /// Results that repeat an earlier line's.
    private(set) var repeated: Int64 = 0
    /// Attached media by how the cache answered.
    private(set) var cacheResults: [CacheResult: Int64] = [:]
    /// Bytes of what was attached, repeats left out.
    private(set) var bytes: Int64 = 0
    /// Bytes of it that were fetched.
    private(set) var fetchedBytes: Int64 = 0
    private(set) var reasons: [FailureReason: Reason] = [:]
    private(set) var hosts: [String: Host] = [:]
    /// The last failures, the latest first: reason and URL without query values.
    private(set) var lastFailures: [(reason: FailureReason, url: String)] = []

    /// Results so far.
    var done: Int64 { attached + failed }

    /// Takes a result in.
    mutating func add(_ result: PrewarmResult) {
        let name = result.url.map(PrewarmTally.host)
        if result.isRepeat { repeated += 1 }
        switch result.verdict {
        case .attached(let size, _, let cache, let milliseconds):
            attached += 1
            cacheResults[cache, default: 0] += 1
            if !result.isRepeat { bytes = PrewarmTally.sum(bytes, size) }
            if cache == .miss { fetchedBytes = PrewarmTally.sum(fetchedBytes, size) }
            update(name) { host in
                host.attached += 1
                if !result.isRepeat { host.bytes = PrewarmTally.sum(host.bytes, size) }
                host.note(milliseconds)
            }
        case .failed(let reason, let detail, _, let milliseconds):
            failed += 1
            let example = result.url.map(PrewarmTally.redacted) ?? PrewarmTally.place(of: result)
            reasons[reason, default: Reason(example: example, detail: detail)].count += 1
            if !result.isRepeat {
                lastFailures.insert((reason, example), at: 0)
                if lastFailures.count > PrewarmTally.failuresShown { lastFailures.removeLast() }
            }
            update(name) { host in
                host.failed += 1
                host.note(milliseconds)
            }
        }
    }

    /// The hosts with the longest mean time of a try, the slowest first.
    func slowest(_ count: Int) -> [(host: String, milliseconds: Int64)] {
        let times = hosts.compactMap { name, host in host.meanMilliseconds.map { (host: name, milliseconds: $0) } }
        return Array(times.sorted { ($1.milliseconds, $0.host) < ($0.milliseconds, $1.host) }.prefix(count))
    }

    /// The hosts with the most results, the busiest first.
    func busiest(_ count: Int) -> [(name: String, host: Host)] {
        let sorted = hosts.sorted { one, other in
            let (first, second) = (one.value.attached + one.value.failed, other.value.attached + other.value.failed)
            return first == second ? one.key < other.key : first > second
        }
        return sorted.prefix(count).map { ($0.key, $0.value) }
    }

    private mutating func update(_ name: String?, _ change: (inout Host) -> Void) {
        guard let name else { return }
        if hosts[name] == nil, hosts.count >= PrewarmTally.hostLimit {
            change(&hosts[PrewarmTally.otherHosts, default: Host()])
        } else {
            change(&hosts[name, default: Host()])
        }
    }

    private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, overflow) = one.addingReportingOverflow(max(0, other))
        return overflow ? .max : sum
    }

    /// The host and port of a URL as written, for counting: no judgement.
    private static func host(of url: String) -> String {
        let text = url.utf8
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return String(url.prefix(64)) }
        let rest = text[colon...].dropFirst().drop { $0 == UInt8(ascii: "/") }
        let end = rest.firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        let host = rest[..<(end ?? rest.endIndex)]
        guard !host.contains(UInt8(ascii: "@")) else { return "(host with a user name)" }
        return String(decoding: host.prefix(260), as: UTF8.self).lowercased()
    }

    private static func redacted(_ url: String) -> String {
        if let target = FetchTarget.unjudged(url) { return target.redacted }
        return String(url.prefix { $0 != "?" && $0 != "#" && $0 != "@" }.prefix(200))
    }

    private static func place(of result: PrewarmResult) -> String {
        (result.place.file.map { $0 + " " } ?? "") + "line \(result.place.line)"
    }
}

extension PrewarmTally.Host {
    fileprivate mutating func note(_ time: Int64?) {
        guard let time else { return }
        tries += 1
        milliseconds &+= max(0, time)
    }
}
