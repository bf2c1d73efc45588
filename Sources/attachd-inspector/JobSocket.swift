import CLinux
import Glibc
import MediaTypes

/// The inspector's end of the socket pair; the only file that touches it.
struct JobSocket {
    /// One file to inspect.
    struct Job {
        let request: InspectorProtocol.Request
        let descriptor: Int32
    }

    /// The daemon said something that this build does not understand, or the socket failed.
    enum Failure: Error {
        case receive(Int32)
        /// Not one request of this version with exactly one descriptor.
        case malformed
        case send(Int32)
    }

    private let number: Int32

    /// The socket under a descriptor's number.
    init(number: Int32) {
        self.number = number
    }

    /// Waits for a request; nil once the daemon has closed its end. The caller closes the descriptor.
    func next() throws(Failure) -> Job? {
        var message = [UInt8](repeating: 0, count: InspectorProtocol.Request.length)
        var descriptor: Int32 = -1
        var flags: Int32 = 0
        let length = unsafe message.withUnsafeMutableBytes {
            unsafe linux_receive_message(number, $0.baseAddress, $0.count, &descriptor, &flags)
        }
        if length == 0 { return nil }
        guard length > 0 else { throw .receive(errno) }
        let truncated = Int32(MSG_TRUNC | MSG_CTRUNC)
        guard descriptor >= 0, flags & truncated == 0, length == message.count,
            let request = InspectorProtocol.Request(decoding: message)
        else { throw .malformed }
        return Job(request: request, descriptor: descriptor)
    }

    /// Sends an answer.
    func send(_ answer: InspectorProtocol.Answer) throws(Failure) {
        let message = answer.encode()
        let sent = unsafe message.withUnsafeBytes { unsafe linux_send_message(number, $0.baseAddress, $0.count, -1) }
        guard sent == message.count else { throw .send(errno) }
    }
}
