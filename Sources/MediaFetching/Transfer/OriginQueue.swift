/// Which transfer may start next: interactive before batch; in each of the two first come first served within an origin
/// and in turns between origins; all within the limits on connections. Pure.
///
/// Nothing is kept free for later: while no interactive transfer can start, a batch one may take the last connection.
struct OriginQueue: Sendable {
    private var interactive = OriginLines()
    private var batch = OriginLines()
    /// Where each waiting transfer stands.
    private var places: [UInt64: Place] = [:]
    private var lastTicket: UInt64 = 0
    private var room: ConnectionRoom

    private struct Place: Sendable {
        let ticket: OriginLines.Ticket
        let origin: Origin
        let priority: FetchPriority
    }

    /// How many transfers wait as batch.
    var waitingAsBatch: Int { batch.count }

    /// Connections that the active transfers need.
    var connections: Int { room.connections }

    /// A queue with limits on connections, each at least 1.
    init(maxPerOrigin: Int, maxTotal: Int) {
        room = ConnectionRoom(maxPerOrigin: maxPerOrigin, maxTotal: maxTotal)
    }

    /// Puts a transfer, which must not be waiting, at the end of its origin's line.
    mutating func add(_ id: UInt64, _ origin: Origin, _ priority: FetchPriority = .interactive) {
        lastTicket += 1
        let place = Place(
            ticket: OriginLines.Ticket(id: id, number: lastTicket), origin: origin, priority: priority)
        places[id] = place
        switch priority {
        case .interactive: interactive.add(place.ticket, origin)
        case .batch: batch.add(place.ticket, origin)
        }
    }

    /// Takes a transfer out; does nothing if it is not waiting.
    mutating func withdraw(_ id: UInt64) {
        guard let place = places.removeValue(forKey: id) else { return }
        switch place.priority {
        case .interactive: interactive.withdraw(place.ticket, place.origin)
        case .batch: batch.withdraw(place.ticket, place.origin)
        }
    }

    /// Moves a transfer to the end of its origin's line of another priority; does nothing if it has that priority or is
    /// not waiting.
    mutating func move(_ id: UInt64, to priority: FetchPriority) {
        guard let place = places[id], place.priority != priority else { return }
        withdraw(id)
        add(id, place.origin, priority)
    }

    /// Lets the next transfer start, and counts it as active; nil if none waits or the limits hold all back.
    mutating func next() -> UInt64? {
        guard let (id, origin) = interactive.next(where: room.fits) ?? batch.next(where: room.fits) else { return nil }
        places[id] = nil
        room.take(origin)
        return id
    }

    /// An active transfer of `origin` has ended.
    mutating func finished(_ origin: Origin) {
        room.giveBack(origin)
    }

    /// Remembers how many transfers a connection to `origin` carries, as its last answer showed.
    mutating func learn(_ origin: Origin, isMultiplexed: Bool) {
        room.learn(origin, isMultiplexed: isMultiplexed)
    }
}
