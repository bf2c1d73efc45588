import NotificationContent

/// The progress of a pre-warm as text for people: pure, of a given width, with or without colours.
enum ProgressText {
    /// ECMA-48 colours.
    private enum Colour: String {
        case green = "\u{1b}[32m"
        case red = "\u{1b}[31m"
        case dim = "\u{1b}[2m"
    }

    private static let end = "\u{1b}[0m"
    /// Below this width labels are left out.
    private static let narrow = 60

    /// The lines of the live display, none longer than `width` columns; the number of lines only grows.
    static func lines(_ progress: ProgressSnapshot, width: Int, colours: Bool) -> [String] {
        let width = max(10, min(width, 400))
        var lines = [cut(head(progress, width), width)]
        lines.append(counts(progress, width, colours))
        let slowest = progress.tally.slowest(3).map { "\(plain($0.host)) \(time($0.milliseconds))" }
        if !slowest.isEmpty { lines.append(cut("slowest: " + slowest.joined(separator: ", "), width)) }
        for failure in progress.tally.lastFailures {
            let text = cut(failure.reason.rawValue + " " + plain(failure.url), width)
            lines.append(colours ? Colour.red.rawValue + text + end : text)
        }
        return lines
    }

    /// One line for a log.
    static func line(_ progress: ProgressSnapshot) -> String {
        let tally = progress.tally
        let total = progress.total.map { " of \(grouped($0))" } ?? ""
        let left = progress.remaining.map { ", \(clock($0)) left" } ?? ""
        let hits = tally.cacheResults[.hit] ?? 0
        return "prewarm: \(grouped(tally.done))\(total) done, \(grouped(tally.attached)) attached, "
            + "\(grouped(tally.failed)) failed, \(grouped(hits)) from the cache, \(rate(progress.bytesPerSecond))\(left)"
    }

    /// A number with its thousands apart: `12,345`.
    static func grouped(_ number: Int64) -> String {
        let digits = Array(String(number.magnitude))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// A time in whole seconds: `42 s`, `3:05`, `2:03:05`.
    static func clock(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return "\(seconds / 60):\(two(seconds % 60))"
        default: return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        }
    }

    /// A time of a transfer: `820 ms`, `1.2 s`.
    static func time(_ milliseconds: Int64) -> String {
        milliseconds < 1000 ? "\(milliseconds) ms" : "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
    }

    /// Bytes a second.
    static func rate(_ bytesPerSecond: Double) -> String {
        OutcomeLine.size(Int64(max(0, min(bytesPerSecond, 1e15)))) + "/s"
    }

    /// Text from outside in characters of one column each, so that a line's length is its number of characters.
    static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { (0x20...0x7e).contains($0.value) ? $0 : "?" }))
    }

    /// A text of at most `width` columns; `~` stands for what is left out.
    static func cut(_ text: String, _ width: Int) -> String {
        text.count <= width ? text : text.prefix(max(0, width - 1)) + "~"
    }

    private static func head(_ progress: ProgressSnapshot, _ width: Int) -> String {
        let tally = progress.tally
        guard let share = progress.share, let total = progress.total else {
            return "\(grouped(tally.done)) done in \(clock(progress.elapsed))"
        }
        let percent = Int(share * 100)
        let numbers = " \(percent) % \(grouped(tally.done))/\(grouped(total))"
        let left = progress.remaining.map { " ETA " + clock($0) } ?? ""
        let room = width - numbers.count - left.count - 2
        guard room >= 4 else { return String((numbers + left).dropFirst()) }
        let bar = min(room, 40)
        let full = Int(share * Double(bar))
        return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: bar - full) + "]" + numbers
            + left
    }

    private static func counts(_ progress: ProgressSnapshot, _ width: Int, _ colours: Bool) -> String {
        let tally = progress.tally
        let isNarrow = width < narrow
        let parts: [(text: String, colour: Colour?)] = [
            ("\(grouped(tally.attached)) \(isNarrow ? "ok" : "attached")", .green),
            ("\(grouped(tally.failed)) \(isNarrow ? "bad" : "failed")", tally.failed > 0 ? .red : nil),
            ("\(grouped(tally.cacheResults[.hit] ?? 0)) \(isNarrow ? "hits" : "from the cache")", nil),
            (rate(progress.bytesPerSecond), .dim),
        ]
        var line = ""
        var used = 0
        for (text, colour) in parts {
            let gap = used == 0 ? 0 : 2
            guard used + gap + text.count <= width else { break }
            used += gap + text.count
            line += String(repeating: " ", count: gap)
            if colours, let colour { line += colour.rawValue + text + end } else { line += text }
        }
        return line
    }
}
