/// Decides whether one more request may begin to wait, by the number of those that do and by their bytes.
///
/// A value without a lock: its owner has one.
package struct Admission: Sendable {
    /// The limits.
    package struct Limits: Sendable, Hashable {
        /// The most requests in flight.
        package var requests: Int
        /// The most bytes that they may need together.
        package var bytes: Int64
        /// Seconds that a shed client is told to wait at the limit; at most four times that much far above it.
        package var retryAfter: Int

        /// Limits.
        package init(requests: Int = 4_096, bytes: Int64 = 268_435_456, retryAfter: Int = 1) {
            self.requests = requests
            self.bytes = bytes
            self.retryAfter = retryAfter
        }
    }

    /// The verdict on a request.
    package enum Decision: Sendable, Hashable {
        /// It may begin; `finish` must follow with the same number of bytes.
        case admitted
        /// It is shed; seconds for `Retry-After`.
        case shed(retryAfter: Int)
    }

    /// The limits.
    package let limits: Limits
    /// Requests in flight.
    package private(set) var requests = 0
    /// Bytes in flight.
    package private(set) var bytes: Int64 = 0
    /// Requests shed in a row, which make the others wait longer.
    private var shedInARow = 0

    /// An admission with nothing in flight.
    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Whether the next request of no size would be shed, for `/readyz`.
    package var isFull: Bool {
        requests >= limits.requests || bytes >= limits.bytes
    }

    /// Takes a request that will need about `size` bytes in, or sheds it. One that is larger than the limit alone is
    /// admitted when nothing else is in flight, so that no request is shed for ever.
    package mutating func begin(bytes size: Int64) -> Decision {
        let (sum, overflow) = bytes.addingReportingOverflow(max(size, 0))
        let fits = requests == 0 || (!overflow && sum <= limits.bytes)
        guard requests < limits.requests, fits, !overflow else {
            shedInARow = min(shedInARow + 1, 1 << 20)
            let factor = 1 + min(shedInARow / max(limits.requests, 1), 3)
            return .shed(retryAfter: max(limits.retryAfter, 1) * factor)
        }
        shedInARow = 0
        requests += 1
        bytes = sum
        return .admitted
    }

    /// An admitted request has been answered.
    package mutating func finish(bytes size: Int64) {
        requests = max(requests - 1, 0)
        bytes = max(bytes - max(size, 0), 0)
    }
}
