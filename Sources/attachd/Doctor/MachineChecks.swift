import CLinux
import Glibc
import MediaFetching
import Telemetry

/// What the process gets from its machine: descriptors, names, the time, certificates.
enum MachineChecks {
    /// Descriptors beyond one for each connection to an origin: clients, blobs, inspectors and the process' own.
    private static let ownDescriptors: UInt64 = 768
    /// Before this no version of this program existed, so that a clock which says less is wrong: 2026-01-01.
    private static let oldest = WallTime(milliseconds: 1_767_225_600_000)

    /// The hard limit on open descriptors, to which the daemon raises its own (`getrlimit(2)`).
    static func descriptorLimit() -> UInt64 {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return UInt64(limit.rlim_max)
    }

    /// Judges the limit on descriptors for so many connections to origins.
    static func descriptors(limit: UInt64, connections: Int) -> Finding {
        let check = "process.descriptors"
        let needed = UInt64(connections) + ownDescriptors
        let words = limit == UInt64.max ? "not limited" : "at most \(limit)"
        guard limit >= needed else {
            let cure = "raise LimitNOFILE= of the unit or 'ulimit -Hn' to \(needed), or lower --max-connections"
            return limit < needed / 4
                ? .problem(check, "\(words), \(needed) are wanted", cure: cure)
                : .warning(check, "\(words), \(needed) are wanted", cure: cure)
        }
        return .ok(check, words)
    }

    /// Judges the name service: whether a server is configured, and what a look-up came to.
    static func names(hasServer: Bool, lookup: NameLookup.Result) -> Finding {
        let check = "network.names"
        guard hasServer else {
            return .warning(
                check, "no name server is configured", cure: "put a 'nameserver' line into /etc/resolv.conf")
        }
        switch lookup {
        case .found: return .ok(check, "\(NameLookup.name) was found")
        case .failed(let words):
            return .warning(
                check, "\(NameLookup.name) was not found: \(words)",
                cure: "check the servers in /etc/resolv.conf; without names nothing can be fetched")
        case .late:
            return .warning(
                check, "no answer for \(NameLookup.name) within \(NameLookup.limit.components.seconds) s",
                cure: "check the servers in /etc/resolv.conf; without names nothing can be fetched")
        }
    }

    /// Judges the clock; `isSynchronised` is nil where the kernel does not tell.
    static func clock(_ now: WallTime, isSynchronised: Bool?) -> Finding {
        let check = "machine.clock"
        guard now >= oldest else {
            return .problem(
                check, "\(now.rfc3339) is in the past: certificates and lifetimes cannot be judged",
                cure: "set the clock, and run systemd-timesyncd or chrony")
        }
        switch isSynchronised {
        case true: return .ok(check, "\(now.rfc3339), synchronised")
        case nil: return .ok(check, now.rfc3339)
        case false:
            return .warning(
                check, "\(now.rfc3339), not synchronised by the kernel's account",
                cure: "run systemd-timesyncd or chrony; a virtual machine may be set by its host instead")
        }
    }

    /// Whether the kernel's clock is kept by a time service; nil where it does not tell.
    static func clockIsSynchronised() -> Bool? {
        let state = linux_clock_state()
        return state < 0 ? nil : state == 1
    }

    /// Judges where certificates are looked for, and in which of those places there are some.
    static func certificates(_ stores: [String], readable: [String]) -> Finding {
        let check = "network.certificates"
        guard readable.isEmpty else { return .ok(check, readable.joined(separator: ", ")) }
        return .problem(
            check, "none at \(stores.joined(separator: ", ")): every https transfer fails",
            cure: "install the package ca-certificates")
    }

    /// All of them, looked at now.
    static func run(_ settings: Settings) async -> [Finding] {
        let stores = MediaFetcher.certificateStores
        let hasServer = StartingConditions.hasNameServer
        return [
            descriptors(limit: descriptorLimit(), connections: settings.fetching.maxConnections),
            names(hasServer: hasServer, lookup: hasServer ? await NameLookup.run() : .late),
            certificates(stores, readable: stores.filter { unsafe access($0, R_OK) == 0 }),
            clock(.now(), isSynchronised: clockIsSynchronised()),
        ]
    }
}
