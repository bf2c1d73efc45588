import Telemetry

/// The three forms of an HTTP date (RFC 9110 section 5.6.7).
enum HTTPDate {
    /// Reads a date. The weekday is not compared with the date.
    ///
    /// - Parameters:
    ///   - text: The header's value.
    ///   - now: Decides the century of a two-digit year, which never lies more than 50 years ahead.
    /// - Returns: The date; nil if the text is none.
    static func parse(_ text: String, now: WallTime) -> WallTime? {
        guard text.utf8.count <= 40 else { return nil }
        let parts = text.split(separator: " ")
        switch parts.count {
        case 6:
            // Sun, 06 Nov 1994 08:49:37 GMT
            guard parts[0].hasSuffix(","), parts[5] == "GMT", parts[3].utf8.count == 4 else { return nil }
            return time(year: number(parts[3]), month: parts[2], day: parts[1], clock: parts[4])
        case 4:
            // Sunday, 06-Nov-94 08:49:37 GMT
            let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
            guard parts[0].hasSuffix(","), parts[3] == "GMT", date.count == 3, date[2].utf8.count == 2,
                let short = number(date[2])
            else { return nil }
            let year = fullYear(short, now: now)
            return time(year: year, month: date[1], day: date[0], clock: parts[2])
        case 5:
            // Sun Nov  6 08:49:37 1994
            guard parts[4].utf8.count == 4 else { return nil }
            return time(year: number(parts[4]), month: parts[1], day: parts[2], clock: parts[3])
        default:
            return nil
        }
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    private static func fullYear(_ short: Int64, now: WallTime) -> Int64 {
        let current = CivilDate(daysSinceEpoch: floorDivide(now.milliseconds, by: 86_400_000)).year
        let year = current - current % 100 + short
        return year > current + 50 ? year - 100 : year
    }

    private static func floorDivide(_ value: Int64, by divisor: Int64) -> Int64 {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }

    private static func time(
        year: Int64?, month: Substring, day: Substring, clock: Substring
    ) -> WallTime? {
        let fields = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard let year, let month = months.firstIndex(of: month.lowercased()), let day = number(day), fields.count == 3,
            let hour = number(fields[0]), let minute = number(fields[1]), let second = number(fields[2]),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let date = CivilDate(year: year, month: Int64(month) + 1, day: day)
        let days = date.daysSinceEpoch
        // A day past the month's end would count on into the next month.
        guard CivilDate(daysSinceEpoch: days) == date else { return nil }
        return WallTime(seconds: days * 86_400 + hour * 3600 + minute * 60 + min(second, 59))
    }

    /// One to four decimal digits.
    private static func number(_ text: Substring) -> Int64? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int64(text)
    }
}
