package import NotificationContent

/// What became of a whole list, by reason, by way of the cache and by host: pure, and bounded however long the list is.
package struct ReportTotals: Sendable, Equatable {
    /// What became of the URLs of one host.
    package struct Host: Sendable, Equatable {
        /// Lines that are attached.
        package private(set) var attached: Int64 = 0
        /// Lines that are not.
        package private(set) var failed: Int64 = 0
        /// Bytes of what is attached, repeats left out.
        package private(set) var bytes: Int64 = 0
        /// How many tries took how long.
        package private(set) var times = TimeHistogram()

        fileprivate mutating func add(_ line: ReportLine) {
            switch line.verdict {
            case .attached(let size, _, _):
                attached += 1
                if !line.isRepeat { bytes = ReportTotals.sum(bytes, size) }
            case .failed: failed += 1
            }
            if let time = line.milliseconds { times.add(time) }
        }
    }

    /// Hosts told apart; the others are one.
    package static let hostLimit = 1_000
    /// What the others are called.
    package static let otherHosts = "(other hosts)"

    /// Lines whose media are in the cache.
    package private(set) var attached: Int64 = 0
    /// Lines whose media are not.
    package private(set) var failed: Int64 = 0
    /// Lines that repeat the URL of an earlier one.
    package private(set) var repeated: Int64 = 0
    /// Bytes of what is attached, repeats left out.
    package private(set) var bytes: Int64 = 0
    /// How often each reason was given.
    package private(set) var reasons: [FailureReason: Int64] = [:]
    /// Attached lines by how the cache answered.
    package private(set) var cacheResults: [CacheResult: Int64] = [:]
    /// By host and port, as the URLs have them.
    package private(set) var hosts: [String: Host] = [:]
    /// How many tries took how long, whatever the host.
    package private(set) var times = TimeHistogram()

    /// Nothing yet.
    package init() {}

    /// Takes a line in.
    package mutating func add(_ line: ReportLine) {
        if line.isRepeat { repeated += 1 }
        switch line.verdict {
        case .attached(let size, let cache, _):
            attached += 1
            cacheResults[cache, default: 0] += 1
            if !line.isRepeat { bytes = ReportTotals.sum(bytes, size) }
        case .failed(let reason, _):
            failed += 1
            reasons[reason, default: 0] += 1
        }
        if let time = line.milliseconds { times.add(time) }
        guard let url = line.url else { return }
        let name = ReportTotals.host(of: url)
        let isKnown = hosts[name] != nil || hosts.count < ReportTotals.hostLimit
        hosts[isKnown ? name : ReportTotals.otherHosts, default: Host()].add(line)
    }

    /// The host and port of a URL as written, without a user's name; for counting, no judgement.
    static func host(of url: String) -> String {
        let text = url.utf8
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return "(no URL)" }
        let rest = text[colon...].dropFirst().drop { $0 == UInt8(ascii: "/") }
        let end = rest.firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        var host = rest[..<(end ?? rest.endIndex)]
        if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[host.index(after: at)...] }
        return String(decoding: host.prefix(260), as: UTF8.self).lowercased()
    }

    fileprivate static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, overflow) = one.addingReportingOverflow(max(0, other))
        return overflow ? .max : sum
    }
}

extension ReportTotals: JSONValue {
    /// Writes the totals as the report's script reads them.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("attached", attached)
            writer.member("failed", failed)
            writer.member("repeated", repeated)
            writer.member("bytes", bytes)
            writer.object("reasons") { writer in
                for (reason, count) in reasons.sorted(by: { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) })
                {
                    writer.member(reason.rawValue, count)
                }
            }
            writer.object("cache") { writer in
                for result in CacheResult.allCases { writer.member(result.rawValue, cacheResults[result]) }
            }
            writer.member("times", times)
            writer.array("hosts") { writer in
                for (name, host) in hosts.sorted(by: { $0.key < $1.key }) {
                    writer.value(HostRow(name: name, host: host))
                }
            }
        }
    }
}

/// One host as the report's script reads it.
private struct HostRow: JSONValue {
    let name: String
    let host: ReportTotals.Host

    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("name", name)
            $0.member("attached", host.attached)
            $0.member("failed", host.failed)
            $0.member("bytes", host.bytes)
            $0.member("times", host.times)
        }
    }
}
