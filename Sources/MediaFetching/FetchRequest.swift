package import Telemetry

/// One fetch that the pipeline asks for.
package struct FetchRequest: Sendable {
    /// The checked URL.
    package var target: FetchTarget
    /// When the fetch ends at the latest, kept by our own clock.
    package var deadline: Deadline
    /// Validators of the bytes we hold: makes the request conditional (RFC 9110 section 13.1).
    package var validators: Validators?
    /// The largest decoded body in bytes; nil for the fetcher's own limit.
    package var maxBytes: Int64?
    /// How urgent this fetch, and no other, is; by default interactive for good.
    package var urgency: FetchUrgency

    /// Makes a request.
    package init(
        target: FetchTarget, deadline: Deadline, validators: Validators? = nil, maxBytes: Int64? = nil,
        urgency: FetchUrgency = FetchUrgency()
    ) {
        self.target = target
        self.deadline = deadline
        self.validators = validators
        self.maxBytes = maxBytes
        self.urgency = urgency
    }
}

/// What an origin gave to tell versions of a resource apart; sent back byte for byte.
package struct Validators: Sendable, Equatable {
    /// The ETag header's value, weak prefix and quotes included.
    package var etag: String?
    /// The Last-Modified header's value.
    package var lastModified: String?

    /// Makes a set; both may be nil.
    package init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }
}
