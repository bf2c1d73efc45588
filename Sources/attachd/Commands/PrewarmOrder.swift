import AttachmentPipeline
import MediaFetching
import NotificationContent
import Telemetry

/// What a command line says of a pre-warm beyond the settings of every command.
struct PrewarmOrder: Sendable {
    /// As what to read payloads; nil recognises them.
    let dialect: DialectName?
    /// How long what is attached stays in the cache.
    let pin: Duration
    /// Which failures count.
    let failOn: PrewarmFailOn

    /// Reads the options.
    ///
    /// - Throws: `CommandError` with status 64, or 78 for a value from the environment.
    init(_ arguments: Arguments) throws(CommandError) {
        let reader = OptionReader(arguments)
        dialect = try ResolveCommand.dialect(arguments.value("dialect"))
        pin = try reader.duration("pin", in: .zero ... .seconds(30 * 86_400)) ?? .seconds(7 * 86_400)
        failOn = try reader.choice("fail-on", PrewarmFailOn.init(rawValue:)) ?? .any
    }
}

/// `--fail-on`: which failures make the exit status 1.
enum PrewarmFailOn: String, Sendable {
    /// Each of them.
    case any
    /// Media that were fetched and that no phone would show: trying again helps nothing.
    case policy
    /// None of them.
    case none

    /// The reasons that lie in the media themselves.
    static let policyReasons: Set<FailureReason> = [
        .unsupportedType, .tooLarge, .tooLong, .tooManyPixels, .empty, .truncated, .corrupt, .polyglot, .encrypted,
        .externalReference,
    ]

    /// The exit status for what became of a list.
    func status(of tally: PrewarmTally) -> ExitStatus {
        switch self {
        case .any: tally.failed > 0 ? .failed : .success
        case .none: .success
        case .policy:
            tally.reasons.contains { PrewarmFailOn.policyReasons.contains($0.key) } ? .failed : .success
        }
    }
}

extension Settings {
    /// The flights of all lists of a process with these settings, which usually works on so many at a time.
    func prewarm(lists: Int) -> PrewarmRoom {
        PrewarmRoom(
            connectionsPerOrigin: fetching.maxConnectionsPerHost, connections: fetching.maxConnections, lists: lists)
    }
}
