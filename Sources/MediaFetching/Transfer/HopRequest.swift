/// What libcurl has to know of one request; the rest are `EasyOptions`.
struct HopRequest: Sendable {
    /// The URL that was judged.
    let target: FetchTarget
    /// The User-Agent header's value.
    let userAgent: String
    /// Header lines besides those of every request; without line ends.
    let headers: [String]
    /// A file of certificate authorities in place of the system's; nil for the system's.
    let authoritiesFile: String?
    /// The most milliseconds for name, TCP and TLS.
    let connectMilliseconds: Int
    /// Whether no connection that is there already may be used: a retry after HTTP/2 broke down.
    let needsFreshConnection: Bool
    /// The size of the buffer to receive into, in bytes.
    let bufferBytes: Int

    /// The longest time in milliseconds for name, TCP and TLS together. What libcurl is told is a second more, so that
    /// it is our clock that ends a fetch at its deadline; libcurl divides its own among the addresses of a name.
    static let longestConnect = 9000

    /// A request for `target`, beside so many that run: for the rest of a body if there is a part, else conditional if
    /// there are validators.
    init(
        target: FetchTarget, validators: Validators?, part: ResumePoint? = nil, configuration: FetchConfiguration,
        remaining: Duration, needsFreshConnection: Bool = false, running: Int = 0
    ) {
        self.target = target
        bufferBytes = ReceiveBuffer.size(running: running, isTLS: target.origin.scheme == .https)
        userAgent = configuration.userAgent
        authoritiesFile = configuration.authoritiesFile
        self.needsFreshConnection = needsFreshConnection
        // Asked for each hop by its own origin: a redirect to another takes none of them along.
        headers =
            EasyOptions.headers + (part?.headers ?? HopRequest.conditions(validators))
            + configuration.originHeaders.lines(for: target.origin)
        connectMilliseconds = min(max(remaining.wholeMilliseconds, 0), HopRequest.longestConnect) + 1000
    }

    /// Whether the request can be answered by 304.
    static func isConditional(_ validators: Validators?) -> Bool {
        !conditions(validators).isEmpty
    }

    /// The lines of a conditional request (RFC 9110 section 13.1). Validators come back from the cache: one that holds a
    /// control character is left out rather than sent.
    private static func conditions(_ validators: Validators?) -> [String] {
        var lines: [String] = []
        if let etag = validators?.etag, isHeaderValue(etag) { lines.append("If-None-Match: " + etag) }
        if let date = validators?.lastModified, isHeaderValue(date) { lines.append("If-Modified-Since: " + date) }
        return lines
    }

    /// Whether a text can stand in a header as it is.
    static func isHeaderValue(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.count <= 1024
            && text.unicodeScalars.allSatisfy { 0x20..<0x7f ~= $0.value || 0xa0...0xff ~= $0.value }
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up and held to what an `Int` takes.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carry) = product.addingReportingOverflow((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        return carry ? .max : Int(sum)
    }
}
