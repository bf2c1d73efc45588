import Glibc

/// A point in wall-clock time, in milliseconds since 1970-01-01T00:00:00Z.
package struct WallTime: Sendable, Hashable, Comparable {
    /// Milliseconds since the epoch; may be negative.
    package let milliseconds: Int64

    /// A time of so many milliseconds since the epoch.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// A time of so many whole seconds since the epoch; saturates instead of overflowing.
    package init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Reads the machine's clock (`clock_gettime(CLOCK_REALTIME)`).
    package static func now() -> WallTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// This time moved by `seconds`; saturates instead of overflowing.
    package func advanced(bySeconds seconds: Int64) -> WallTime {
        let step = WallTime(seconds: seconds).milliseconds
        let (sum, overflow) = milliseconds.addingReportingOverflow(step)
        return WallTime(milliseconds: overflow ? (step < 0 ? .min : .max) : sum)
    }

    /// Whole seconds from this time to `other`, rounded down; saturates.
    package func seconds(to other: WallTime) -> Int64 {
        let (difference, overflow) = other.milliseconds.subtractingReportingOverflow(milliseconds)
        guard !overflow else { return other.milliseconds < milliseconds ? .min / 1000 : .max / 1000 }
        return difference / 1000 - (difference % 1000 < 0 ? 1 : 0)
    }

    /// RFC 3339 in UTC with milliseconds, `2026-11-30T17:57:01.250Z`; years outside 0-9999 are held to the border.
    package var rfc3339: String {
        let bounded = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
        var seconds = bounded / 1000
        var fraction = bounded % 1000
        if fraction < 0 {
            fraction += 1000
            seconds -= 1
        }
        var days = seconds / 86_400
        var rest = seconds % 86_400
        if rest < 0 {
            rest += 86_400
            days -= 1
        }
        let date = CivilDate(daysSinceEpoch: days)
        func padded(_ value: Int64, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + "T"
            + padded(rest / 3600, 2) + ":" + padded(rest / 60 % 60, 2) + ":" + padded(rest % 60, 2) + "."
            + padded(fraction, 3) + "Z"
    }

    /// Orders times as they pass.
    package static func < (left: WallTime, right: WallTime) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
