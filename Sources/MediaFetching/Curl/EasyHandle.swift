import CCurl
import Glibc

/// What a transfer is told while libcurl works on it; called on the loop's thread, inside `MultiHandle.perform`.
protocol EasyHandleEvents: AnyObject {
    /// A header line came; whether to go on.
    func receivedHeader(_ line: Span<UInt8>) -> Bool
    /// Decoded body bytes came; whether to go on.
    func receivedBody(_ bytes: Span<UInt8>) -> Bool
    /// A connection is about to be made; nil stands for an address that is neither IPv4 nor IPv6.
    func mayConnect(to endpoint: SocketAddress?) -> Bool
    /// A request is about to be sent on a connection, new or reused.
    func maySend(to endpoint: SocketAddress?) -> Bool
}

/// A libcurl easy handle: one request.
///
/// `@safe`: pointers are made in `init`, freed in `deinit` and leave only to `MultiHandle`, which is told to let go of
/// the handle before it goes. Used on the loop's thread alone. The handle is its own callback context; the events are
/// unowned, since their owner owns the handle.
@safe final class EasyHandle {
    private let handle: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let message: UnsafeMutablePointer<CChar>
    fileprivate unowned let events: any EasyHandleEvents

    /// Tells the handles of a multi handle apart while they live.
    struct Identity: Hashable {
        fileprivate let bits: UInt
    }

    /// A handle with every option set.
    init(_ request: HopRequest, events: any EasyHandleEvents) throws(CurlError) {
        guard let handle = unsafe curl_easy_init() else { throw CurlError(call: "curl_easy_init", code: -1) }
        unsafe self.handle = handle
        unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        self.events = events
        for (option, value) in EasyOptions.numbers { try set(option, value) }
        for (option, value) in EasyOptions.texts { try set(option, value) }
        try setRequest(request)
        try setCallbacks()
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe curl_slist_free_all(headers)
        unsafe message.deallocate()
    }

    /// The handle's identity.
    var identity: Identity {
        unsafe Identity(bits: UInt(bitPattern: handle))
    }

    /// Runs `body` with the pointer, which must not outlive the handle.
    @unsafe func withPointer<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
        unsafe body(handle)
    }

    /// The identity of the handle behind a pointer that libcurl gave.
    @unsafe static func identity(of pointer: UnsafeMutableRawPointer) -> Identity {
        Identity(bits: UInt(bitPattern: pointer))
    }

    /// The `errno` of the connection that failed last; 0 if none did.
    var systemError: Int32 {
        Int32(truncatingIfNeeded: info(CURLINFO_OS_ERRNO))
    }

    /// Whether a TCP connection was there, so that what failed afterwards was TLS.
    var isConnected: Bool {
        microseconds(CURLINFO_CONNECT_TIME_T) > 0
    }

    /// What libcurl has noted of the request's time so far.
    var stamps: HopPhases.Stamps {
        HopPhases.Stamps(
            nameLookup: microseconds(CURLINFO_NAMELOOKUP_TIME_T), connect: microseconds(CURLINFO_CONNECT_TIME_T),
            appConnect: microseconds(CURLINFO_APPCONNECT_TIME_T),
            preTransfer: microseconds(CURLINFO_PRETRANSFER_TIME_T),
            startTransfer: microseconds(CURLINFO_STARTTRANSFER_TIME_T), newConnections: info(CURLINFO_NUM_CONNECTS))
    }

    /// Whether the answer came over HTTP/2, whose connections carry many transfers.
    var isMultiplexed: Bool {
        info(CURLINFO_HTTP_VERSION) == CURL_HTTP_VERSION_2_0
    }

    /// libcurl's own words on a failure, printable ASCII, at most 200 bytes; may name addresses.
    var errorText: String {
        var text: [UInt8] = []
        for index in 0..<200 {
            let byte = unsafe UInt8(bitPattern: message[index])
            guard byte != 0 else { break }
            text.append(0x20..<0x7f ~= byte ? byte : UInt8(ascii: "?"))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func setRequest(_ request: HopRequest) throws(CurlError) {
        let scheme = request.target.origin.scheme.rawValue
        try set(CURLOPT_PROTOCOLS_STR, scheme)
        try set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
        // The parser's own host and port with an empty path; the path comes from the request target, byte for byte.
        try set(CURLOPT_URL, request.target.origin.url + "/")
        try set(CURLOPT_REQUEST_TARGET, request.target.requestTarget)
        try set(CURLOPT_USERAGENT, request.userAgent)
        if let file = request.authoritiesFile {
            try set(CURLOPT_CAINFO, file)
            try CurlError.check("curl_easy_setopt", unsafe ccurl_set_text(handle, CURLOPT_CAPATH, nil))
        }
        try set(CURLOPT_CONNECTTIMEOUT_MS, request.connectMilliseconds)
        try set(CURLOPT_BUFFERSIZE, request.bufferBytes)
        // Over TLS a second transfer waits to see whether the first connection carries many. In the clear it never does,
        // and the wait would last until the first answer.
        try set(CURLOPT_PIPEWAIT, request.target.origin.scheme == .https ? 1 : 0)
        if request.needsFreshConnection { try set(CURLOPT_FRESH_CONNECT, 1) }
        for line in request.headers {
            // Field values are bytes, which strings carry as Latin-1.
            var bytes = line.unicodeScalars.map { CChar(truncatingIfNeeded: $0.value) }
            bytes.append(0)
            guard let list = unsafe curl_slist_append(headers, bytes) else {
                throw CurlError(call: "curl_slist_append", code: -1)
            }
            unsafe headers = list
        }
        try CurlError.check("curl_easy_setopt", unsafe ccurl_set_list(handle, CURLOPT_HTTPHEADER, headers))
    }

    private func setCallbacks() throws(CurlError) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_PREREQDATA] {
            try CurlError.check("curl_easy_setopt", unsafe ccurl_set_pointer(handle, option, context))
        }
        try CurlError.check("curl_easy_setopt", unsafe ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, message))
        try CurlError.check("curl_easy_setopt", unsafe ccurl_set_body_callback(handle, bodyCallback))
        try CurlError.check("curl_easy_setopt", unsafe ccurl_set_header_callback(handle, headerCallback))
        try CurlError.check("curl_easy_setopt", unsafe ccurl_set_socket_callback(handle, socketCallback))
        try CurlError.check("curl_easy_setopt", unsafe ccurl_set_request_callback(handle, requestCallback))
    }

    private func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
        try CurlError.check("curl_easy_setopt", unsafe ccurl_set_long(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(CurlError) {
        try CurlError.check("curl_easy_setopt", unsafe ccurl_set_text(handle, option, value))
    }

    private func microseconds(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        guard unsafe ccurl_get_offset(handle, info, &value) == CURLE_OK else { return 0 }
        return Int64(value)
    }

    private func info(_ info: CURLINFO) -> Int {
        var value = 0
        guard unsafe ccurl_get_long(handle, info, &value) == CURLE_OK else { return 0 }
        return value
    }
}

/// The events behind a callback's context.
private func events(_ context: UnsafeMutableRawPointer?) -> (any EasyHandleEvents)? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue().events
}

/// CURLOPT_HEADERFUNCTION: fewer bytes than given end the transfer with CURLE_WRITE_ERROR.
private func headerCallback(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    unsafe deliver(bytes, size, count, context) { $0.receivedHeader($1) }
}

/// CURLOPT_WRITEFUNCTION: likewise.
private func bodyCallback(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    unsafe deliver(bytes, size, count, context) { $0.receivedBody($1) }
}

private func deliver(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ body: (any EasyHandleEvents, Span<UInt8>) -> Bool
) -> Int {
    let (length, overflow) = size.multipliedReportingOverflow(by: count)
    guard !overflow, length > 0, let bytes = unsafe bytes, let events = unsafe events(context) else { return 0 }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: length).bindMemory(to: UInt8.self)
    // One more or less than the length ends the transfer; 0 does for every length above.
    return body(events, unsafe Span(_unsafeElements: buffer)) ? length : 0
}

/// CURLOPT_OPENSOCKETFUNCTION: the guard. CURL_SOCKET_BAD makes libcurl go on to the name's next address.
private func socketCallback(
    _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let address = unsafe address, let events = unsafe events(context) else { return -1 }
    let endpoint = unsafe withUnsafePointer(to: &address.pointee.addr) { unsafe SocketAddress($0) }
    guard events.mayConnect(to: endpoint) else { return -1 }
    return unsafe socket(
        address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
}

/// CURLOPT_PREREQFUNCTION: the guard again, also for reused connections, which open no socket.
private func requestCallback(
    _ context: UnsafeMutableRawPointer?, _ remote: UnsafeMutablePointer<CChar>?,
    _ local: UnsafeMutablePointer<CChar>?, _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
    guard let remote = unsafe remote, let events = unsafe events(context) else { return Int32(CURL_PREREQFUNC_ABORT) }
    var endpoint: SocketAddress?
    if let address = unsafe IPAddress(String(cString: remote)), let port = UInt16(exactly: remotePort) {
        endpoint = SocketAddress(address, port: port)
    }
    return events.maySend(to: endpoint) ? Int32(CURL_PREREQFUNC_OK) : Int32(CURL_PREREQFUNC_ABORT)
}
