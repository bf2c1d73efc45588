import Telemetry

/// One connection of the origin, on a thread of its own: request after request until either side closes.
struct OriginConnection: Sendable {
    let socket: DescriptorHandle
    let number: Int
    let stop: DescriptorHandle
    let record: OriginRecord
    /// Where it waits before it reads anything; nil to begin at once.
    let gate: OriginGate?
    let handler: @Sendable (OriginRequest) -> OriginReply

    /// The longest request head.
    private static let mostBytes = 65_536

    /// Serves until the connection ends.
    func run() {
        defer { record.closed() }
        if let gate {
            _ = gate.pass(socket, stop: stop)
            return
        }
        var pending: [UInt8] = []
        while let request = nextRequest(&pending) {
            // The handler counts as a part of the answer: what it records is there when the request is.
            let reply = handler(request)
            record.began(request)
            let isServed = perform(reply, isHead: request.method == "HEAD")
            record.ended()
            guard isServed, !reply.closes else { return }
        }
    }

    private func nextRequest(_ pending: inout [UInt8]) -> OriginRequest? {
        var searched = 0
        while true {
            if let end = OriginConnection.endOfHead(pending, from: searched) {
                let request = OriginRequest(pending[..<end], connection: number)
                pending.removeFirst(end)
                return request
            }
            searched = max(0, pending.count - 3)
            guard pending.count < OriginConnection.mostBytes,
                OriginSocket.wait(socket.number, stop: stop) == .ready
            else { return nil }
            let bytes = OriginSocket.read(socket)
            guard !bytes.isEmpty else { return nil }
            pending += bytes
            // A TLS greeting has no end of head to wait for.
            guard let first = pending.first, 0x41...0x5a ~= first else {
                _ = send(OriginReply.head(400)[...])
                return nil
            }
        }
    }

    private static func endOfHead(_ bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (start...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10]) }.map { $0 + 4 }
    }

    /// Does the steps; false if the client went or the origin stops.
    private func perform(_ reply: OriginReply, isHead: Bool) -> Bool {
        for step in reply.steps {
            switch step {
            case .bytes(let bytes):
                let end = isHead ? OriginConnection.endOfHead(bytes, from: 0) ?? bytes.count : bytes.count
                guard send(bytes[..<end]) else { return false }
                if isHead { return true }
            case .endless(let bytes):
                guard !bytes.isEmpty else { return false }
                while send(bytes[...]) {}
                return false
            case .pass(let gate):
                guard gate.pass(socket, stop: stop) else { return false }
            case .note(let note):
                note()
            case .pause(let milliseconds):
                guard OriginSocket.wait(stop.number, stop: stop, milliseconds: milliseconds) == .timedOut else {
                    return false
                }
            case .silence:
                while OriginSocket.wait(socket.number, stop: stop) == .ready {
                    if OriginSocket.read(socket).isEmpty { break }
                }
                return false
            case .reset:
                OriginSocket.resetOnClose(socket)
            }
        }
        return true
    }

    private func send(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            guard OriginSocket.wait(socket.number, toWrite: true, stop: stop) == .ready else { return false }
            let count = OriginSocket.send(socket, rest)
            guard count >= 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
