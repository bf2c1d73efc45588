import MediaFetching
import NotificationContent
import Telemetry

/// How long a flight took that asked an origin.
struct FlightTime: Sendable, Equatable {
    /// All of it, in milliseconds.
    let milliseconds: Int64
    /// Its parts; nil where the fetch brought nothing.
    var phases: FetchPhases?
}

extension FetchPhases {
    /// The phases of a transfer; those of its hops are added up.
    init(_ report: TransferReport) {
        self.init()
        func sum(_ phase: KeyPath<HopPhases, Duration?>) -> Duration? {
            let times = report.hops.compactMap { $0[keyPath: phase] }
            return times.isEmpty ? nil : times.reduce(.zero, +)
        }
        let parts = [sum(\.nameLookup), sum(\.connect), sum(\.tls), sum(\.firstByte)]
        let whole = parts.map { $0.map(\.milliseconds) }
        queue = report.waited.milliseconds
        (dns, connect, tls, firstByte) = (whole[0], whole[1], whole[2], whole[3])
        let rest = parts.compactMap(\.self).reduce(report.total - report.waited, -)
        transfer = max(.zero, rest).milliseconds
    }
}
