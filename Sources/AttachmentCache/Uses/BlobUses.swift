import Synchronization
import Telemetry

/// What is noted of blobs on any thread, in memory: that they were named in answers and must stay, and how often they
/// are used. The index takes it to the disk, pins soon and counters each minute.
///
/// One lock, held for a few comparisons: the way of a request whose media are in the cache leads through here.
final class BlobUses: Sendable {
    /// What the index is to record.
    struct Taken: Sendable {
        var pins: [Digest: WallTime]
        var chunks: [(chunk: Int, bytes: [UInt8])]
        var hits: Int64
        var misses: Int64
    }

    /// More pins than this do not wait; each is a blob that was named since the last write, a moment ago.
    private static let pendingPins = 65_536

    private struct State {
        var board = PinBoard()
        var counters = UseCounters()
        var pending: [Digest: WallTime] = [:]
        var hits: Int64 = 0
        var misses: Int64 = 0
    }

    private let state = Mutex(State())

    /// Notes that an answer names a blob, and whether the cache had it.
    ///
    /// Returns whether the first pin is waiting to be recorded now: the caller then sees to it.
    func note(_ sha256: String, until: WallTime, now: WallTime, isHit: Bool) -> Bool {
        guard let tag = BlobTag(hexadecimal: sha256) else { return false }
        return state.withLock { state in
            if isHit {
                state.hits += 1
                state.counters.count(tag)
            } else {
                state.misses += 1
            }
            guard let recorded = state.board.pin(tag, until: until, now: now) else { return false }
            return BlobUses.add(Digest(hexadecimal: sha256), tag, until: recorded, to: &state)
        }
    }

    /// Notes that a blob is being read, which counts as a use.
    func noteReading(_ digest: Digest, until: WallTime, now: WallTime) -> Bool {
        let tag = BlobTag(digest)
        return state.withLock { state in
            state.counters.count(tag)
            guard let recorded = state.board.pin(tag, until: until, now: now) else { return false }
            return BlobUses.add(digest, tag, until: recorded, to: &state)
        }
    }

    /// The pins that wait to be recorded; they are the caller's now.
    func takePins() -> [Digest: WallTime] {
        state.withLock { state in
            defer { state.pending = [:] }
            return state.pending
        }
    }

    /// Everything that waits to be recorded; it is the caller's now.
    func takeAll() -> Taken {
        state.withLock { state in
            defer { (state.pending, state.hits, state.misses) = ([:], 0, 0) }
            return Taken(
                pins: state.pending, chunks: state.counters.takeChanged(), hits: state.hits, misses: state.misses)
        }
    }

    /// How often a blob was used.
    func uses(_ digest: Digest) -> UInt8 {
        let tag = BlobTag(digest)
        return state.withLock { $0.counters.uses(tag) }
    }

    /// Sets how often a blob was used.
    func setUses(_ digest: Digest, _ uses: UInt8) {
        let tag = BlobTag(digest)
        state.withLock { $0.counters.set(tag, uses) }
    }

    /// Begins anew with a blob whose row was written anew: nothing is on record for it.
    func forgetPin(_ digest: Digest) {
        let tag = BlobTag(digest)
        state.withLock { $0.board.forget(tag) }
    }

    /// Pins have given way, nobody noted which: what is asked for from now on is recorded again.
    func forgetPins() {
        state.withLock { $0.board.forgetAll() }
    }

    /// Adds what an earlier process counted.
    func merge(_ chunks: [(chunk: Int64, bytes: [UInt8])]) {
        for (chunk, bytes) in chunks { state.withLock { $0.counters.merge(chunk, bytes) } }
    }

    private static func add(_ digest: Digest?, _ tag: BlobTag, until: WallTime, to state: inout State) -> Bool {
        guard let digest, state.pending.count < pendingPins || state.pending[digest] != nil else {
            // Not on record after all; the next answer that names it tries again.
            state.board.forget(tag)
            return false
        }
        let isFirst = state.pending.isEmpty
        state.pending[digest] = max(until, state.pending[digest] ?? until)
        return isFirst
    }
}
