import CMicroHTTPD
import Glibc

/// A connection of libmicrohttpd, as long as its daemon has not closed it.
///
/// `@safe` and `Sendable` by these rules, which its users keep: every call but `resume` is made on the connection's own
/// HTTP thread, from inside one of its callbacks; `resume` is made from any thread, once for each `suspend`, and before
/// the daemon stops.
@safe struct ConnectionHandle: Sendable {
    private nonisolated(unsafe) let pointer: OpaquePointer

    /// The connection that a callback was called with.
    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    /// The connection's socket, or -1.
    var socket: Int32 {
        unsafe mhd_socket(pointer)
    }

    /// Whether the client came through a Unix socket.
    var isUnixSocket: Bool {
        unsafe mhd_peer_family(pointer) == AF_UNIX
    }

    /// Takes the connection out of the HTTP thread's hands (`MHD_suspend_connection`).
    func suspend() {
        unsafe MHD_suspend_connection(pointer)
    }

    /// Gives it back; its handler is called again (`MHD_resume_connection`).
    func resume() {
        unsafe MHD_resume_connection(pointer)
    }

    /// Queues an answer (`MHD_queue_response`); false if the library refused it, and the connection must be closed.
    func queue(_ response: borrowing ResponseHandle, status: HTTPStatus) -> Bool {
        unsafe MHD_queue_response(pointer, UInt32(status.rawValue), response.pointer) == .YES
    }

    /// Whether the memory of the connection has room for one more field. Asking takes some of it
    /// (`MHD_set_connection_value`), so this is only for when one of several connections is known to be full.
    func hasRoom() -> Bool {
        unsafe mhd_has_room(pointer) != 0
    }

    /// Reads the header fields in order, and what the rules say of them.
    func readHeader() -> HeaderReading {
        var reading = HeaderReading()
        reading.headers.storage.reserveCapacity(256)
        unsafe withUnsafeMutablePointer(to: &reading) { reading in
            _ = unsafe MHD_get_connection_values_n(pointer, .HEADER_KIND, readField, reading)
        }
        return reading
    }
}

/// The header of a request as far as it has been read.
struct HeaderReading {
    var headers = HTTPHeaders()
    var rules = RequestRules()
}

private func readField(
    _ context: UnsafeMutableRawPointer?, _: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
    _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
    guard let reading = unsafe context?.assumingMemoryBound(to: HeaderReading.self) else { return .NO }
    let name = unsafe UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameSize)
    let value = unsafe UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)
    unsafe reading.pointee.note(name: name, value: value)
    return .YES
}

extension HeaderReading {
    fileprivate mutating func note(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        guard headers.appendSizes(name: name.count, value: value.count) else { return }
        let start = headers.storage.count
        unsafe headers.storage.append(contentsOf: name)
        unsafe headers.storage.append(contentsOf: value)
        rules.note(
            name: headers.storage[start..<(start + name.count)], value: headers.storage[(start + name.count)...])
    }
}
