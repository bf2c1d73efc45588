import Synchronization

/// Counts the bytes of disk that blobs take and that running downloads have been promised. No disk, no lock.
package struct RoomLedger: Sendable, Equatable {
    /// The unit of all counts: file systems allocate whole blocks.
    static let block: Int64 = 4096

    /// The most bytes that may be taken and promised together.
    let limit: Int64
    /// Taken by blobs, as the index counts them.
    private(set) var used: Int64 = 0
    /// Promised to downloads.
    private(set) var reserved: Int64 = 0

    /// An empty ledger.
    package init(limit: Int64) {
        self.limit = max(0, limit)
    }

    /// Taken and promised.
    var occupied: Int64 { saturatingSum(used, reserved) }

    /// Promises `bytes` more, if they fit.
    mutating func reserve(_ bytes: Int64) -> Bool {
        guard bytes >= 0, saturatingSum(occupied, bytes) <= limit else { return false }
        reserved += bytes
        return true
    }

    /// Takes a promise back.
    mutating func release(_ bytes: Int64) {
        reserved = max(0, reserved - bytes)
    }

    /// Corrects the bytes taken.
    package mutating func setUsed(_ bytes: Int64) {
        used = max(0, bytes)
    }

    /// Whole blocks for so many bytes; saturates.
    package static func blocks(_ bytes: Int64) -> Int64 {
        guard bytes > 0 else { return 0 }
        guard bytes < .max - block else { return .max }
        return (bytes + block - 1) / block * block
    }
}

/// The ledger of an open cache, shared by writers (which reserve) and the index (which knows what is taken).
final class Room: Sendable {
    private let ledger: Mutex<RoomLedger>

    init(limit: Int64) {
        ledger = Mutex(RoomLedger(limit: limit))
    }

    /// The counts at this moment.
    var current: RoomLedger {
        ledger.withLock { $0 }
    }

    func setUsed(_ bytes: Int64) {
        ledger.withLock { $0.setUsed(bytes) }
    }

    fileprivate func reserve(_ bytes: Int64) -> Bool {
        ledger.withLock { $0.reserve(bytes) }
    }

    fileprivate func release(_ bytes: Int64) {
        ledger.withLock { $0.release(bytes) }
    }
}

/// Room promised to one download; taken back when the last reference goes.
final class RoomReservation: Sendable {
    private let room: Room
    private let bytes = Mutex<Int64>(0)

    init(in room: Room) {
        self.room = room
    }

    deinit {
        giveBack()
    }

    /// Makes the promise cover `wanted` bytes; never shrinks it. False if there is no room.
    func cover(_ wanted: Int64) -> Bool {
        // Lock order: a reservation's count, then the ledger.
        bytes.withLock { bytes in
            let more = RoomLedger.blocks(wanted) - bytes
            guard more > 0 else { return true }
            guard room.reserve(more) else { return false }
            bytes += more
            return true
        }
    }

    /// Takes the promise back early: the blob is counted as taken now.
    func giveBack() {
        bytes.withLock { bytes in
            room.release(bytes)
            bytes = 0
        }
    }
}

/// The sum of two counts; at most the largest number.
func saturatingSum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
}
