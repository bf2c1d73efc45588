/// Waiting transfers in one line an origin: first come first served within a line, in turns between lines. Pure.
struct OriginLines: Sendable {
    /// One wait of one transfer. A transfer that comes back has a new ticket, so that the old one stays withdrawn.
    struct Ticket: Hashable, Sendable {
        /// The transfer.
        let id: UInt64
        /// Tells the transfer's waits apart.
        let number: UInt64
    }

    private var lines: [Origin: Line] = [:]
    /// Origins with a line, each once; the next turn is at `turn`.
    private var turns: [Origin] = []
    private var turn = 0
    /// How many wait.
    private(set) var count = 0

    /// The waiting transfers of one origin.
    private struct Line: Sendable {
        var tickets: [Ticket] = []
        var head = 0
        var withdrawn: Set<Ticket> = []

        var waiting: Int { tickets.count - head - withdrawn.count }

        /// Takes the first that still waits.
        mutating func next() -> Ticket? {
            while head < tickets.count {
                let ticket = tickets[head]
                head += 1
                if withdrawn.remove(ticket) == nil { return ticket }
            }
            return nil
        }

        /// Gives memory back once most of it is past.
        mutating func compact() {
            guard head > 64, head > tickets.count / 2 else { return }
            tickets.removeFirst(head)
            head = 0
        }

        /// Takes one out of the middle.
        mutating func withdraw(_ ticket: Ticket) {
            withdrawn.insert(ticket)
            guard withdrawn.count > 64, withdrawn.count > (tickets.count - head) / 2 else { return }
            tickets = tickets[head...].filter { !withdrawn.contains($0) }
            head = 0
            withdrawn = []
        }
    }

    /// Puts a ticket at the end of its origin's line.
    mutating func add(_ ticket: Ticket, _ origin: Origin) {
        if lines[origin] == nil { turns.append(origin) }
        lines[origin, default: Line()].tickets.append(ticket)
        count += 1
    }

    /// Takes a waiting ticket out; it must be waiting.
    mutating func withdraw(_ ticket: Ticket, _ origin: Origin) {
        lines[origin]?.withdraw(ticket)
        count -= 1
        if lines[origin]?.waiting == 0 { dropLine(origin) }
    }

    /// Takes the next transfer whose origin has room; nil if there is none.
    mutating func next(where hasRoom: (Origin) -> Bool) -> (id: UInt64, origin: Origin)? {
        for step in 0..<turns.count {
            let index = (turn + step) % turns.count
            let origin = turns[index]
            guard hasRoom(origin), let ticket = lines[origin]?.next() else { continue }
            turn = index + 1
            count -= 1
            if lines[origin]?.waiting == 0 { dropLine(origin) } else { lines[origin]?.compact() }
            return (ticket.id, origin)
        }
        return nil
    }

    private mutating func dropLine(_ origin: Origin) {
        lines[origin] = nil
        guard let index = turns.firstIndex(of: origin) else { return }
        turns.remove(at: index)
        if index < turn { turn -= 1 }
    }
}
