import Synchronization

/// Counts the statuses of answers across tasks; 0 stands for a connection that was closed without an answer.
final class StatusTally: Sendable {
    private let counts = Mutex<[Int: Int]>([:])

    /// Counts the answers on one connection.
    func add(_ statuses: [Int]) {
        counts.withLock { counts in
            for status in statuses.isEmpty ? [0] : statuses { counts[status, default: 0] += 1 }
        }
    }

    /// How often a status came.
    subscript(status: Int) -> Int { counts.withLock { $0[status] ?? 0 } }

    /// Every status with its count.
    var text: String {
        counts.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.key) x \($0.value)" }.joined(separator: ", ") }
    }
}
