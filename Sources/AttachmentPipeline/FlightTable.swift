import MediaFetching

/// Who waits for which flight: the pure state machine behind the pipeline's waiting.
///
/// A request is opened, waits for any number of keys, may be ended at any moment (deadline, cancellation), and is closed.
/// A flight begins with its first waiter and lands once; it does not end with its waiters, because its bytes are for the
/// next push as well. It is interactive while an interactive request waits for it, and batch otherwise. The owner locks,
/// asks, unlocks, and then acts on the answer.
struct FlightTable {
    /// Names one request for as long as it is open.
    struct RequestID: Hashable, Sendable {
        let number: UInt64
    }

    /// Names one wait of one request for one key.
    struct WaiterID: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    /// Why a request waits no longer.
    enum EndReason: Sendable, Equatable {
        /// Its deadline has come.
        case deadline
        /// Who asked has gone.
        case cancelled
    }

    /// What a new wait leads to.
    enum WaitDecision: Equatable {
        /// The request has ended already: there is nothing to wait for.
        case ended(EndReason)
        /// Nobody is fetching the key: the caller must start the flight.
        case start(WaiterID)
        /// A flight is in the air.
        case join(WaiterID)
    }

    /// One waiter of a landed flight.
    struct Released: Equatable {
        /// The waiter.
        let waiter: WaiterID
        /// Whether it joined a flight that another had started.
        let joined: Bool
    }

    /// A flight in the air whose priority is another now.
    struct Shift: Equatable {
        /// The flight.
        let key: FlightKey
        /// Its priority from now on.
        let priority: FetchPriority
    }

    private struct Request {
        let priority: FetchPriority
        var end: EndReason?
        var waiters: Set<WaiterID> = []
    }

    private struct Waiter {
        let request: RequestID
        let key: FlightKey
        let joined: Bool
        let priority: FetchPriority
    }

    private struct Airborne {
        /// Its waiters, in the order in which they came.
        private(set) var waiters: [WaiterID] = []
        /// How many of them are interactive.
        private var interactive = 0

        var priority: FetchPriority { interactive > 0 ? .interactive : .batch }

        mutating func add(_ id: WaiterID, _ priority: FetchPriority) {
            waiters.append(id)
            if priority == .interactive { interactive += 1 }
        }

        mutating func remove(_ id: WaiterID, _ priority: FetchPriority) {
            waiters.removeAll { $0 == id }
            if priority == .interactive { interactive -= 1 }
        }
    }

    private var nextNumber: UInt64 = 0
    private var requests: [RequestID: Request] = [:]
    private var waiters: [WaiterID: Waiter] = [:]
    private var flights: [FlightKey: Airborne] = [:]
    private var shifts: [Shift] = []

    /// How many flights are in the air.
    var flightCount: Int { flights.count }

    /// How many waits are open.
    var waiterCount: Int { waiters.count }

    /// Whether a request is open.
    func isOpen(_ request: RequestID) -> Bool {
        requests[request] != nil
    }

    /// How many requests are open.
    var requestCount: Int { requests.count }

    /// Opens a request; its priority counts for every flight that it waits for.
    mutating func open(_ priority: FetchPriority = .interactive) -> RequestID {
        let id = RequestID(number: takeNumber())
        requests[id] = Request(priority: priority)
        return id
    }

    /// Lets `request` wait for `key`.
    mutating func wait(_ request: RequestID, for key: FlightKey) -> WaitDecision {
        guard let record = requests[request] else { return .ended(.cancelled) }
        if let end = record.end { return .ended(end) }
        let id = WaiterID(number: takeNumber())
        let before = flights[key]?.priority
        let joined = before != nil
        requests[request]?.waiters.insert(id)
        waiters[id] = Waiter(request: request, key: key, joined: joined, priority: record.priority)
        flights[key, default: Airborne()].add(id, record.priority)
        if let before { noteShift(of: key, from: before) }
        return joined ? .join(id) : .start(id)
    }

    /// Ends `request`: its waits are over, and every later one ends at once. The first reason stays.
    ///
    /// - Returns: the waits to release.
    mutating func end(_ request: RequestID, _ reason: EndReason) -> [WaiterID] {
        guard let record = requests[request], record.end == nil else { return [] }
        requests[request]?.end = reason
        requests[request]?.waiters = []
        for id in record.waiters { drop(id) }
        return record.waiters.sorted { $0.number < $1.number }
    }

    /// Forgets `request`, once all its waits are over.
    mutating func close(_ request: RequestID) {
        for id in requests[request]?.waiters ?? [] { drop(id) }
        requests[request] = nil
    }

    /// Takes the flight of `key` out of the air.
    ///
    /// - Returns: its waiters, in the order in which they came.
    mutating func land(_ key: FlightKey) -> [Released] {
        guard let flight = flights.removeValue(forKey: key) else { return [] }
        return takeOut(flight.waiters)
    }

    /// Ends the waits for `key`, whose flight stays in the air without them.
    ///
    /// - Returns: its waiters, in the order in which they came.
    mutating func release(_ key: FlightKey) -> [Released] {
        guard let flight = flights[key] else { return [] }
        flights[key] = Airborne()
        noteShift(of: key, from: flight.priority)
        return takeOut(flight.waiters)
    }

    /// How many wait for `key`; nil when no such flight is in the air.
    func waiterCount(of key: FlightKey) -> Int? {
        flights[key]?.waiters.count
    }

    /// The flights whose priority has changed, in the order of the changes, since this was last asked: asked by the owner
    /// after each wait and each end. A flight begins with the priority of its first waiter, which is no change.
    mutating func takeShifts() -> [Shift] {
        defer { shifts = [] }
        return shifts
    }

    private mutating func takeOut(_ ids: [WaiterID]) -> [Released] {
        ids.compactMap { id in
            guard let waiter = waiters.removeValue(forKey: id) else { return nil }
            requests[waiter.request]?.waiters.remove(id)
            return Released(waiter: id, joined: waiter.joined)
        }
    }

    private mutating func drop(_ id: WaiterID) {
        guard let waiter = waiters.removeValue(forKey: id), let before = flights[waiter.key]?.priority else { return }
        flights[waiter.key]?.remove(id, waiter.priority)
        noteShift(of: waiter.key, from: before)
    }

    private mutating func noteShift(of key: FlightKey, from before: FetchPriority) {
        guard let priority = flights[key]?.priority, priority != before else { return }
        shifts.append(Shift(key: key, priority: priority))
    }

    private mutating func takeNumber() -> UInt64 {
        nextNumber += 1
        return nextNumber
    }
}

/// What makes two waits share a flight: the same URL as sent, judged by the same policy.
struct FlightKey: Hashable, Sendable {
    /// The cache key.
    let url: String
    /// The policy's fingerprint.
    let policy: String
}
