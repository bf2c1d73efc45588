import AttachmentCache
import Glibc
import MediaFetching
import MediaInspection
import MediaTypes
import Telemetry

/// Options turned into typed settings; every value that cannot be used is named with its cure.
struct Settings: Sendable {
    /// The cache root; empty for a command that has no cache.
    var cacheDirectory: String
    /// The most bytes of blobs.
    var cacheMaxBytes: Int64
    /// What is synced.
    var durability: CacheConfiguration.Durability
    /// Fetching rules.
    var fetching: FetchConfiguration
    /// Which media are allowed, with the limits applied.
    var policy: MediaPolicy
    /// When the best attempt goes out.
    var timeout: Duration
    /// The Unix socket of the daemon to go through; nil leaves that to the cache's lock.
    var socket: String?
    /// Inspector processes.
    var inspectors: Int
    /// The locks without which no file is inspected.
    var sandbox: SandboxDemand
    /// The log.
    var log: Log

    /// Reads the settings out of a command line.
    ///
    /// - Throws: `CommandError` with status 64, or 78 for a value from the environment.
    init(_ arguments: Arguments, environment: (String) -> String?) throws(CommandError) {
        let reader = OptionReader(arguments)
        let needsCache = OptionTable.options(of: arguments.command).contains { $0.name == "cache-dir" }
        cacheDirectory = needsCache ? try Settings.cacheDirectory(arguments, environment) : ""
        cacheMaxBytes = try reader.count("cache-max-size", in: 1_000_000...(1 << 60)) ?? 10_000_000_000
        durability = try reader.choice("durability", CacheConfiguration.Durability.init(rawValue:)) ?? .group
        timeout = try reader.duration("timeout", in: .milliseconds(50)...Duration.seconds(3600)) ?? .seconds(29)
        socket = reader.value("socket")
        inspectors = Int(
            try reader.count("inspectors", in: 1...256) ?? Int64(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
        sandbox = try reader.choice("require-sandbox", SandboxDemand.init(rawValue:)) ?? .seccomp
        log = Log(
            level: try reader.choice("log-level", LogLevel.init(rawValue:)) ?? .warning,
            format: try reader.choice("log-format", Log.Format.init(rawValue:)) ?? .text,
            hasPriorities: JournalStream.isStandardError(environment("JOURNAL_STREAM")))

        let named = try reader.choice("policy") { name in MediaPolicy.all.first { $0.name == name } } ?? .default
        policy = named.overriding(
            maxBytes: try reader.count("max-bytes", in: 1...(1 << 40)),
            maxVideoDuration: try reader.duration("max-duration", in: .milliseconds(1)...Duration.seconds(86_400)),
            maxPixels: try reader.count("max-pixels", in: 1...(1 << 50)).map { UInt64($0) })
        fetching = try Settings.fetching(arguments, reader, policy, log)
    }

    private static func fetching(
        _ arguments: Arguments, _ reader: OptionReader, _ policy: MediaPolicy, _ log: Log
    ) throws(CommandError) -> FetchConfiguration {
        var fetching = FetchConfiguration()
        fetching.userAgent = try reader.headerValue("user-agent") ?? "attachd/" + Version.text
        fetching.nat64 = try reader.choice("nat64", FetchConfiguration.NAT64.init(rawValue:)) ?? .deny
        if let path = reader.value("origin-headers") {
            fetching.originHeaders = try OriginHeadersFile.read(path, log: log)
        }
        if let path = reader.value("ca-file") { fetching.authoritiesFile = try AuthoritiesFile.check(path) }
        fetching.maxBytes = policy.largestBytes
        fetching.httpsOnly = arguments.flag("https-only")
        fetching.allowedNetworks = reader.networks("allow-net")
        fetching.deniedNetworks = reader.networks("deny-net")
        fetching.allowedPorts = try reader.ports("allow-port")
        if let count = try reader.count("max-connections-per-host", in: 1...1000) {
            fetching.maxConnectionsPerHost = Int(count)
        }
        if let count = try reader.count("max-connections", in: 1...10_000) { fetching.maxConnections = Int(count) }
        return fetching
    }

    /// `--cache-dir`, else `$CACHE_DIRECTORY` (systemd), else `$XDG_CACHE_HOME/attachd`, else `~/.cache/attachd`; made
    /// absolute, because `file://` URLs are built from it.
    private static func cacheDirectory(
        _ arguments: Arguments, _ environment: (String) -> String?
    ) throws(CommandError) -> String {
        let chosen =
            arguments.value("cache-dir") ?? environment("CACHE_DIRECTORY")
            ?? environment("XDG_CACHE_HOME").map { $0 + "/attachd" }
            ?? environment("HOME").map { $0 + "/.cache/attachd" }
        guard let chosen, !chosen.isEmpty else {
            throw CommandError(.configuration, "no place for the cache is known", cure: "give --cache-dir DIR")
        }
        guard let path = AbsolutePath.of(chosen) else {
            throw CommandError(
                .configuration, "the working directory is gone", cure: "give --cache-dir an absolute path")
        }
        return path
    }
}
