package import NotificationContent

/// How many tries took how long, in classes that double: 0 ms, 1 ms, 2-3 ms, 4-7 ms and so on; the last has no end.
package struct TimeHistogram: Sendable, Equatable, JSONValue {
    /// Classes; the last begins at 65,536 ms, which is beyond every deadline.
    package static let classes = 18

    /// Tries by class.
    package private(set) var counts = [Int64](repeating: 0, count: classes)
    /// The longest time in milliseconds; 0 without a try.
    package private(set) var longest: Int64 = 0
    /// The sum of all times in milliseconds.
    package private(set) var total: Int64 = 0

    /// Counts a try; a negative time counts as none.
    package mutating func add(_ milliseconds: Int64) {
        let time = max(0, milliseconds)
        counts[min(TimeHistogram.classes - 1, Int64.bitWidth - time.leadingZeroBitCount)] += 1
        longest = max(longest, time)
        total &+= time
    }

    /// Writes the counts, the longest time and the sum.
    package func write(to writer: inout JSONWriter) {
        writer.object {
            $0.array("counts", of: counts)
            $0.member("longest", longest)
            $0.member("total", total)
        }
    }
}
