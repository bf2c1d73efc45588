import AttachmentCache
import CMicroHTTPD
import Glibc
import Telemetry

/// A response of libmicrohttpd with one owner; the library keeps its own reference once it is queued.
@safe struct ResponseHandle: ~Copyable {
    /// Bytes of a streamed body asked for at a time; the connection's memory holds them to less.
    private static let blockSize = 16_384

    let pointer: OpaquePointer

    /// Builds the library's form of `response`; nil if memory or descriptors ran out.
    init?(_ response: HTTPResponse) {
        let made: OpaquePointer?
        switch response.body {
        case .none:
            unsafe made = MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .bytes(let bytes):
            unsafe made = bytes.withUnsafeBytes { bytes in
                unsafe MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .kept(let content):
            unsafe made = ResponseHandle.shared(content.bytes)
        case .file(let file, let offset, let count):
            unsafe made = ResponseHandle.file(file, offset: offset, count: count)
        }
        guard let made = unsafe made else { return nil }
        unsafe pointer = made
        for field in response.headers { add(field.name, field.value) }
        if response.closes { add("Connection", "close") }
    }

    /// Builds an answer whose body is taken from `body` as it comes; nil if memory ran out, and `body` is then unused.
    init?(_ response: HTTPResponse, closes: Bool, body: StreamedAnswer) {
        let context = unsafe Unmanaged.passRetained(body)
        let made = unsafe MHD_create_response_from_callback(
            mhd_size_unknown, ResponseHandle.blockSize, takeBody, context.toOpaque(), freeBody)
        guard let made = unsafe made else {
            unsafe context.release()
            return nil
        }
        unsafe pointer = made
        for field in response.headers { add(field.name, field.value) }
        if closes { add("Connection", "close") }
    }

    deinit {
        unsafe MHD_destroy_response(pointer)
    }

    /// Adds a field whose value is known to be free of control characters.
    func add(_ name: String, _ value: String) {
        // Not as plain arguments, each of which would be copied into an array first.
        unsafe name.withCString { name in
            unsafe value.withCString { value in _ = unsafe MHD_add_response_header(pointer, name, value) }
        }
    }

    /// Takes a field of exactly this value out, if it is there.
    func remove(_ name: String, _ value: String) {
        unsafe name.withCString { name in
            unsafe value.withCString { value in _ = unsafe MHD_del_response_header(pointer, name, value) }
        }
    }

    /// A body that the library refers to, and lets go of when the last answer that sends it is out.
    private static func shared(_ bytes: BlobBytes) -> OpaquePointer? {
        let context = unsafe Unmanaged.passRetained(bytes)
        let made = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
            bytes.count, bytes.address, freeBytes, context.toOpaque())
        if unsafe made == nil { unsafe context.release() }
        return unsafe made
    }

    /// The library closes the descriptor that it is given, so it gets one of its own; sendfile(2) takes an explicit
    /// offset, so that the shared file position does not matter.
    private static func file(_ file: DescriptorHandle, offset: Int64, count: Int64) -> OpaquePointer? {
        guard offset >= 0, count > 0 else {
            return unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        }
        let copy = withExtendedLifetime(file) { fcntl(file.number, F_DUPFD_CLOEXEC, 0) }
        guard copy >= 0 else { return nil }
        guard let made = unsafe MHD_create_response_from_fd_at_offset64(UInt64(count), copy, UInt64(offset)) else {
            close(copy)
            return nil
        }
        return unsafe made
    }
}

/// Hands a part of a streamed body to the library (`MHD_ContentReaderCallback`): its size, 0 for a connection that has been
/// suspended, -1 for the body's end (`MHD_CONTENT_READER_END_OF_STREAM`), -2 for an early one (`..._END_WITH_ERROR`).
///
/// libmicrohttpd 0.9.75 with epoll(7) never closes a connection whose reader ends early after a suspension: it marks it as
/// closed and looks at it no more. So an early end is a byte that cannot be sent, since the socket has been shut down.
private func takeBody(
    _ context: UnsafeMutableRawPointer?, _: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ limit: Int
) -> Int {
    guard let context = unsafe context, let buffer = unsafe buffer else { return -2 }
    let body = unsafe Unmanaged<StreamedAnswer>.fromOpaque(context).takeUnretainedValue()
    switch body.take(atMost: limit) {
    case .suspended: return 0
    case .ended: return -1
    case .broken:
        guard limit > 0 else { return -2 }
        unsafe buffer[0] = 0
        return 1
    case .bytes(let bytes):
        unsafe UnsafeMutableRawBufferPointer(start: buffer, count: limit).copyBytes(from: bytes)
        return bytes.count
    }
}

/// The library has no more use for a streamed body.
private func freeBody(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<StreamedAnswer>.fromOpaque(context).takeRetainedValue().close()
}

/// The library has no more use for bytes that it referred to.
private func freeBytes(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<BlobBytes>.fromOpaque(context).release()
}
