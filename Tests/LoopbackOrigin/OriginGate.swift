import Synchronization
package import Telemetry

/// An event that a test gives and an origin's thread waits for in the middle of an answer.
package final class OriginGate: Sendable {
    let reader: DescriptorHandle
    private let writer: Mutex<DescriptorHandle?>

    /// A closed gate.
    ///
    /// - Throws: `SystemCallError` of `pipe(2)`.
    package init() throws(SystemCallError) {
        let (reader, writer) = try OriginSocket.pipe()
        self.reader = reader
        self.writer = Mutex(writer)
    }

    /// Lets one waiter pass, now or when it comes.
    package func release() {
        if let writer = writer.withLock({ $0 }) { OriginSocket.writeByte(writer) }
    }

    /// Lets everyone pass from now on.
    package func open() {
        writer.withLock { $0 = nil }
    }

    /// Waits to pass; false if the origin stops or the client of `connection` goes first.
    func pass(_ connection: DescriptorHandle, stop: DescriptorHandle) -> Bool {
        while OriginSocket.wait(gate: reader, connection: connection, stop: stop) == .ready {
            // Nothing to read in a gate that is not open: another waiter was faster.
            if !OriginSocket.read(reader, atMost: 1).isEmpty || writer.withLock({ $0 == nil }) { return true }
        }
        return false
    }
}
