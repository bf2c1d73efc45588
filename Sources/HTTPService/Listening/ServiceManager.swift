import CSystemd
import Glibc

/// What the service manager is told and what it hands over (sd_notify(3), sd_listen_fds(3), sd_watchdog_enabled(3)).
///
/// Without `NOTIFY_SOCKET` the news go nowhere, without an error.
package enum ServiceManager {
    /// News of the service's state.
    package enum News: Sendable, Hashable {
        /// Start-up or the reload is complete.
        case ready
        /// The configuration is being read again; the time must be of `CLOCK_MONOTONIC`, in microseconds.
        case reloading(monotonicMicroseconds: UInt64)
        /// The service is on its way out.
        case stopping
        /// All is well; due at least each `watchdogInterval`.
        case watchdog
        /// One line for `systemctl status`.
        case status(String)

        /// The line of the protocol; a status cannot bring in another one.
        var line: String {
            switch self {
            case .ready: "READY=1"
            case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time)"
            case .stopping: "STOPPING=1"
            case .watchdog: "WATCHDOG=1"
            case .status(let text): "STATUS=" + String(text.map { $0.isNewline ? " " : $0 })
            }
        }
    }

    /// The version of libsystemd that runs, by its file's name (the library itself does not tell); empty if unknown.
    package static var libraryVersion: String {
        let file = unsafe open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while text.count < 1_048_576 {
            let count: Int = unsafe buffer.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            text.append(contentsOf: buffer[..<count])
        }
        return libraryVersion(inMaps: String(decoding: text, as: UTF8.self))
    }

    /// The version in the name of libsystemd's file in the text of proc_pid_maps(5), such as `0.35.0`.
    static func libraryVersion(inMaps text: String) -> String {
        for line in text.split(separator: "\n") where line.contains("/libsystemd") {
            let name = line[(line.lastIndex(of: "/") ?? line.startIndex)...]
            if let mark = name.firstRange(of: ".so.") { return String(name[mark.upperBound...].prefix { $0 != " " }) }
        }
        return ""
    }

    /// A socket that was passed in.
    package struct PassedSocket: Sendable, Hashable {
        /// The descriptor, which the caller owns from now on.
        package let descriptor: Int32
        /// The `FileDescriptorName=` of its unit, or `unknown`.
        package let name: String
    }

    /// Sends news, in one datagram. Returns whether a service manager was there and took it.
    @discardableResult
    package static func notify(_ news: News...) -> Bool {
        unsafe sd_notify(0, news.map(\.line).joined(separator: "\n")) > 0
    }

    /// The present time for `News.reloading`.
    package static func monotonicMicroseconds() -> UInt64 {
        systemd_monotonic_microseconds()
    }

    /// How often the watchdog wants to hear from us at the least, in microseconds; nil if it is off.
    package static func watchdogInterval() -> UInt64? {
        var interval: UInt64 = 0
        guard unsafe sd_watchdog_enabled(0, &interval) > 0, interval > 0 else { return nil }
        return interval
    }

    /// The sockets that were passed in, each only once: the variables that name them are taken out of the environment,
    /// so that no child believes them its own. To be called before any thread is started.
    package static func takeSockets() -> [PassedSocket] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = unsafe sd_listen_fds_with_names(1, &names)
        defer { unsafe free(names) }
        guard count > 0 else { return [] }
        var sockets: [PassedSocket] = []
        for index in 0..<Int(count) {
            var name = "unknown"
            if let text = unsafe names?[index] {
                unsafe name = String(cString: text)
                unsafe free(text)
            }
            sockets.append(PassedSocket(descriptor: 3 + Int32(index), name: name))
        }
        return sockets
    }
}
