import Synchronization

/// Hands out places for requests that wait; a place is free again when its ticket goes.
final class AdmissionDesk: Sendable {
    /// Too much is waiting.
    struct Shed: Error {
        /// Seconds for `Retry-After`.
        let retryAfter: Int
    }

    /// A place; given up with its last reference, whatever became of the request.
    final class Ticket: Sendable {
        private let desk: AdmissionDesk
        private let bytes: Int64

        fileprivate init(_ desk: AdmissionDesk, bytes: Int64) {
            self.desk = desk
            self.bytes = bytes
        }

        deinit {
            desk.state.withLock { [bytes] in $0.finish(bytes: bytes) }
        }
    }

    private let state: Mutex<Admission>

    init(_ limits: Admission.Limits) {
        state = Mutex(Admission(limits: limits))
    }

    /// Whether the next request would be shed.
    var isFull: Bool {
        state.withLock { $0.isFull }
    }

    /// Requests that have a place.
    var requests: Int {
        state.withLock { $0.requests }
    }

    /// Takes a request that needs about `bytes` bytes in, or sheds it.
    func admit(bytes: Int64) -> Result<Ticket, Shed> {
        switch state.withLock({ $0.begin(bytes: bytes) }) {
        case .admitted: .success(Ticket(self, bytes: bytes))
        case .shed(let seconds): .failure(Shed(retryAfter: seconds))
        }
    }
}
