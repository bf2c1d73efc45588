/// How long the parts of one request took; nil for what did not happen or did not end.
///
/// Worked out from libcurl's time stamps, which all count from the request's start (curl_easy_getinfo(3)). Pure.
package struct HopPhases: Sendable, Equatable {
    /// Looking the name up; nil on a connection that was there already.
    package var nameLookup: Duration?
    /// The TCP handshake; nil on a connection that was there already.
    package var connect: Duration?
    /// The TLS handshake; nil on a connection that was there already, and in the clear.
    package var tls: Duration?
    /// From the request's last byte to the answer's first.
    package var firstByte: Duration?

    /// libcurl's time stamps in microseconds; 0 stands for what has not happened.
    struct Stamps: Sendable, Equatable {
        var nameLookup: Int64 = 0
        var connect: Int64 = 0
        var appConnect: Int64 = 0
        var preTransfer: Int64 = 0
        var startTransfer: Int64 = 0
        /// Connections that were made for the request; 0 when one was reused.
        var newConnections = 0
    }

    /// The differences between time stamps.
    init(_ stamps: Stamps) {
        if stamps.newConnections > 0 {
            nameLookup = HopPhases.phase(from: 0, to: stamps.nameLookup)
            connect = HopPhases.phase(from: stamps.nameLookup, to: stamps.connect)
            tls = HopPhases.phase(from: stamps.connect, to: stamps.appConnect)
        }
        firstByte = HopPhases.phase(from: stamps.preTransfer, to: stamps.startTransfer)
    }

    private static func phase(from start: Int64, to end: Int64) -> Duration? {
        end > 0 ? .microseconds(max(0, end &- start)) : nil
    }
}
