import Glibc
import MediaFetching
import Telemetry

/// What a daemon can start without and an operator wants to hear of: name servers and certificates may come later.
enum StartingConditions {
    /// Where resolv.conf(5) lies.
    private static let resolverFile = "/etc/resolv.conf"

    /// Says which of them are missing.
    static func report(to log: Log) {
        if !hasNameServer {
            log.event(.warning, "no name server is configured: names may not be found", [("file", resolverFile)])
        }
        let stores = MediaFetcher.certificateStores
        if !stores.contains(where: { unsafe access($0, R_OK) == 0 }) {
            log.event(
                .warning, "there are no certificates: https transfers will fail",
                [("looked_for", stores.joined(separator: " "))])
        }
    }

    /// Whether a name server is configured.
    static var hasNameServer: Bool {
        namesServer(resolverFile)
    }

    /// Whether a file can be read and has a line that begins with `nameserver`.
    private static func namesServer(_ path: String) -> Bool {
        guard let text = try? InputFile(name: path).contents(limit: 65_536) else { return false }
        return text.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "nameserver".utf8) }
    }
}
