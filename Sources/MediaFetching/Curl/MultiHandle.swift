import CCurl
import Glibc

/// A libcurl multi handle: the transfers of one thread.
///
/// `@safe` and Sendable: the pointer is made in `init` and freed in `deinit`; `wakeUp` may be called from any thread
/// (curl_multi_wakeup(3)), everything else by the loop's thread alone.
@safe final class MultiHandle: Sendable {
    private nonisolated(unsafe) let handle: UnsafeMutableRawPointer

    /// A transfer that libcurl is done with.
    struct Completion {
        let handle: EasyHandle.Identity
        /// The `CURLcode`.
        let code: UInt32
    }

    /// libcurl's global state, set up once, before any handle.
    private static let library: UInt32 = curl_global_init(Int(CURL_GLOBAL_DEFAULT)).rawValue

    /// The library's version as text, such as `7.88.1`.
    static var libraryVersion: String {
        guard let facts = unsafe curl_version_info(CURLVERSION_FIRST), let version = unsafe facts.pointee.version else {
            return ""
        }
        return unsafe String(cString: version)
    }

    /// The file and the folder in which the library looks for certificates, where it was built with such.
    static var certificateStores: [String] {
        guard let facts = unsafe curl_version_info(CURLVERSION_SEVENTH),
            unsafe facts.pointee.age.rawValue >= CURLVERSION_SEVENTH.rawValue
        else { return [] }
        let file = unsafe facts.pointee.cainfo.map { unsafe String(cString: $0) }
        let folder = unsafe facts.pointee.capath.map { unsafe String(cString: $0) }
        return [file, folder].compactMap { $0 }
    }

    /// A multi handle within the limits of a configuration.
    init(maxConnectionsPerHost: Int, maxConnections: Int) throws(CurlError) {
        guard MultiHandle.library == 0, let handle = unsafe curl_multi_init() else {
            throw CurlError(call: "curl_multi_init", code: Int64(MultiHandle.library))
        }
        unsafe self.handle = handle
        // OriginQueue keeps the limits, since a transfer that libcurl queues loses its connect time there. These are the
        // second fence, and count idle connections too.
        let numbers: [(CURLMoption, Int)] = [
            (CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)),
            (CURLMOPT_MAX_HOST_CONNECTIONS, maxConnectionsPerHost),
            (CURLMOPT_MAX_TOTAL_CONNECTIONS, maxConnections),
            (CURLMOPT_MAXCONNECTS, 64),
            (CURLMOPT_MAX_CONCURRENT_STREAMS, ConnectionRoom.transfersPerConnection),
        ]
        for (option, value) in numbers {
            try CurlError.check("curl_multi_setopt", unsafe ccurl_multi_set_long(handle, option, value))
        }
    }

    deinit {
        unsafe curl_multi_cleanup(handle)
    }

    /// Starts a transfer.
    func add(_ easy: EasyHandle) throws(CurlError) {
        let code = unsafe easy.withPointer { unsafe curl_multi_add_handle(handle, $0) }
        try CurlError.check("curl_multi_add_handle", code)
    }

    /// Ends a transfer, whether it is done or not; must not be called from within a callback.
    func remove(_ easy: EasyHandle) {
        _ = unsafe easy.withPointer { unsafe curl_multi_remove_handle(handle, $0) }
    }

    /// Moves every transfer on as far as it goes without waiting; runs the callbacks.
    func perform() throws(CurlError) {
        var running: Int32 = 0
        try CurlError.check("curl_multi_perform", unsafe curl_multi_perform(handle, &running))
    }

    /// Waits for a socket, for libcurl's own timers, for `wakeUp`, and at most `milliseconds`.
    func wait(milliseconds: Int32) throws(CurlError) {
        try CurlError.check("curl_multi_poll", unsafe curl_multi_poll(handle, nil, 0, milliseconds, nil))
    }

    /// The next transfer that ended.
    func nextCompletion() -> Completion? {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(handle, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle else {
                continue
            }
            return unsafe Completion(
                handle: EasyHandle.identity(of: easy), code: ccurl_message_result(message).rawValue)
        }
        return nil
    }

    /// Ends the running or the next `wait` at once.
    func wakeUp() {
        _ = unsafe curl_multi_wakeup(handle)
    }

    /// Keeps SIGPIPE from the calling thread, and from the resolver's threads that it starts: a TLS library that writes
    /// to a closed connection would end the process with it, CURLOPT_NOSIGNAL or not.
    static func blockBrokenPipeSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
