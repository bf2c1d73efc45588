import MediaFetching
import NotificationContent
package import Telemetry

/// Makes every URL of a list ready, however long it is: reads a part, answers what is known, lets fly what is not, and
/// tells each result as it comes.
///
/// Memory is bounded by `PrewarmLimits` alone, and the flights of all lists by what `PrewarmRoom` has for them. One task reads ahead, one belongs to each URL that is being fetched, none to
/// a line that the cache answers.
package struct Prewarm<Backend: PrewarmBackend>: Sendable {
    /// What the source brings: wishes in the list's order; nil at its end. Called by one task at a time.
    package typealias Source = @Sendable () async -> [PrewarmWish]?
    /// Takes results, and says whether more are wanted; the work waits for it.
    package typealias Sink = ([PrewarmResult]) async -> Bool

    private enum Event: Sendable {
        case read([PrewarmBoard.Prepared]?)
        case landed(OriginTurns.Waiting, PrewarmVerdict)
    }

    /// Digests that are pinned together.
    private static var pinBatch: Int { 256 }

    private let backend: Backend
    private let room: PrewarmRoom
    private let clocks: Clocks

    /// A pre-warm.
    package init(_ backend: Backend, room: PrewarmRoom, clocks: Clocks) {
        self.backend = backend
        self.room = room
        self.clocks = clocks
    }

    /// Works until each wish has its result, `sink` wants no more, or the task is cancelled; what is in flight is then
    /// given up, without a result.
    ///
    /// What is attached is pinned before `run` returns, and most of it before its result is told.
    ///
    /// - Returns: whether the whole list has been answered.
    package func run(_ source: @escaping Source, _ sink: Sink) async -> Bool {
        room.enter()
        defer { room.leave() }
        return await withTaskGroup(of: Event.self) { group in
            var board = PrewarmBoard(room.limits)
            var pins = PinQueue()
            var isReading = false
            var hasEnded = false
            while !Task.isCancelled {
                if !isReading, !hasEnded, board.hasRoom {
                    isReading = true
                    group.addTask { .read(await self.read(source)) }
                }
                board.keep(to: room.limits)
                while let flight = board.nextFlight(at: clocks.monotonic()) {
                    group.addTask { .landed(flight, await self.backend.warm(flight.target)) }
                }
                if hasEnded, board.isIdle { break }
                guard let event = await group.next() else { break }
                var results: [PrewarmResult] = []
                switch event {
                case .read(nil):
                    isReading = false
                    hasEnded = true
                case .read(let wishes?):
                    isReading = false
                    let now = clocks.monotonic()
                    results.reserveCapacity(wishes.count)
                    for wish in wishes {
                        if let result = board.admit(wish, at: now) { results.append(result) }
                    }
                case .landed(let flight, let verdict):
                    // What ended with the task is no verdict on the URL.
                    if Task.isCancelled { continue }
                    results = board.landed(flight, verdict, at: clocks.monotonic())
                }
                guard !results.isEmpty else { continue }
                pins.add(results)
                if pins.count >= Prewarm.pinBatch { await backend.pin(pins.take()) }
                guard await sink(results) else { break }
            }
            let isComplete = hasEnded && board.isIdle
            group.cancelAll()
            await backend.pin(pins.take())
            return isComplete
        }
    }

    /// Brings the next part of the list, and what is known of it.
    private func read(_ source: Source) async -> [PrewarmBoard.Prepared]? {
        guard let wishes = await source() else { return nil }
        var read: [(target: FetchTarget?, verdict: PrewarmVerdict?)] = []
        read.reserveCapacity(wishes.count)
        var targets: [FetchTarget] = []
        targets.reserveCapacity(wishes.count)
        for wish in wishes {
            switch wish.subject {
            case .malformed(let detail):
                read.append((nil, PrewarmVerdict(AttachmentFailure(.malformedLine, detail))))
            case .url(let url):
                do throws(AttachmentFailure) {
                    let target = try backend.target(of: url)
                    targets.append(target)
                    read.append((target, nil))
                } catch {
                    read.append((nil, PrewarmVerdict(error)))
                }
            }
        }
        let known = await backend.known(targets)
        var index = 0
        return zip(wishes, read).map { wish, read in
            var verdict = read.verdict
            if read.target != nil {
                if index < known.count { verdict = known[index] }
                index += 1
            }
            return PrewarmBoard.Prepared(place: wish.place, url: wish.url, target: read.target, verdict: verdict)
        }
    }
}
