import NotificationContent

/// What is told at the end of a pre-warm: pure text.
enum PrewarmSummary {
    private static let hostsShown = 10

    /// The lines of the table.
    static func lines(
        _ progress: ProgressSnapshot, _ input: PrewarmInput.Progress, wasInterrupted: Bool
    ) -> [String] {
        let tally = progress.tally
        let grouped = ProgressText.grouped
        let all = wasInterrupted ? progress.total.map { " of \(grouped($0))" } ?? "" : ""
        let word = wasInterrupted ? "interrupted after" : "done:"
        var lines = [
            "prewarm \(word) \(grouped(tally.done))\(all) in \(duration(progress.elapsed)): "
                + "\(grouped(tally.attached)) attached, \(grouped(tally.failed)) failed"
        ]
        lines.append("  cache    " + cacheLine(tally, progress.elapsed))
        if tally.repeated > 0 {
            lines.append("  repeats  \(grouped(tally.repeated)) lines name a URL of an earlier line")
        }
        if input.withoutMedia > 0 { lines.append("  no media \(grouped(input.withoutMedia)) payloads name no media") }
        if !tally.reasons.isEmpty {
            lines.append("failures by reason, with an example each:")
            let reasons = tally.reasons.sorted { one, other in
                one.value.count == other.value.count
                    ? one.key.rawValue < other.key.rawValue : one.value.count > other.value.count
            }
            for (reason, facts) in reasons {
                let example = OutcomeLine.printable(facts.example)
                lines.append("  \(right(facts.count))  \(left(reason.rawValue, 19)) \(example)")
                lines.append("            \(OutcomeLine.printable(facts.detail))")
            }
        }
        let hosts = tally.busiest(hostsShown)
        guard !hosts.isEmpty else { return lines }
        let more = tally.hosts.count > hosts.count ? " (the busiest \(hosts.count) of \(tally.hosts.count))" : ""
        lines.append("by host\(more):")
        lines.append("    attached     failed       size  mean time  host")
        for (name, host) in hosts {
            let time = host.meanMilliseconds.map(ProgressText.time) ?? "-"
            lines.append(
                "  \(right(host.attached, 10)) \(right(host.failed, 10)) \(right(OutcomeLine.size(host.bytes), 10))"
                    + " \(right(time, 10))  \(OutcomeLine.printable(name))")
        }
        return lines
    }

    private static func cacheLine(_ tally: PrewarmTally, _ elapsed: Duration) -> String {
        let seconds = max(0.001, elapsed / .seconds(1))
        let fetched = tally.cacheResults[.miss] ?? 0
        var parts = ["\(ProgressText.grouped(tally.cacheResults[.hit] ?? 0)) fresh"]
        parts.append(
            "\(ProgressText.grouped(fetched)) fetched (\(OutcomeLine.size(tally.fetchedBytes)), "
                + "\(ProgressText.rate(Double(tally.fetchedBytes) / seconds)))")
        for (result, word) in [(CacheResult.revalidated, "revalidated"), (.stale, "stale")] {
            if let count = tally.cacheResults[result] { parts.append("\(ProgressText.grouped(count)) \(word)") }
        }
        parts.append("\(OutcomeLine.size(tally.bytes)) in all")
        return parts.joined(separator: ", ")
    }

    /// `0.8 s`, `42.1 s`, then as a clock.
    private static func duration(_ elapsed: Duration) -> String {
        let tenths = elapsed.components.seconds * 10 + elapsed.components.attoseconds / 100_000_000_000_000_000
        return tenths < 600 ? "\(tenths / 10).\(tenths % 10) s" : ProgressText.clock(elapsed)
    }

    private static func right(_ number: Int64, _ width: Int = 8) -> String {
        right(ProgressText.grouped(number), width)
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
