import AttachmentCache
import Telemetry

/// Opens the cache for a command, and turns what can go wrong into an exit status with a cure.
enum CacheOpening {
    /// Opens the cache, waiting for another command that holds it, up to the time-out.
    static func open(_ settings: Settings, command: CommandName, socket: String? = nil) async throws(CommandError)
        -> AttachmentCache
    {
        var configuration = CacheConfiguration(directory: settings.cacheDirectory, command: command.rawValue)
        configuration.maxBytes = settings.cacheMaxBytes
        configuration.durability = settings.durability
        configuration.socket = socket
        do throws(CacheError) {
            return try await AttachmentCache.open(
                configuration, clocks: .system, log: settings.log, deadline: .after(settings.timeout, on: .system))
        } catch {
            throw CommandError(error)
        }
    }

    /// Opens the cache to look at it only, beside whoever holds it.
    static func openReadOnly(_ settings: Settings) throws(CommandError) -> ReadOnlyCache {
        do throws(CacheError) {
            return try AttachmentCache.openReadOnly(directory: settings.cacheDirectory)
        } catch {
            throw CommandError(error)
        }
    }
}

extension CommandError {
    /// A cache's error with its exit status and its cure.
    init(_ error: CacheError) {
        switch error {
        case .busy:
            self.init(.busy, error.detail, cure: "wait for it, give a longer --timeout, or use another --cache-dir")
        case .cannotCreate:
            self.init(.cannotCreate, error.detail, cure: "name another folder with --cache-dir")
        case .missing:
            self.init(.inputMissing, error.detail, cure: "name the cache's folder with --cache-dir")
        case .notPermitted:
            self.init(
                .permission, error.detail, cure: "check the folder's owner and mode, or name another with --cache-dir")
        case .storageFull, .storageError, .blobGone:
            self.init(.inputOutput, error.detail, cure: "look at the disk that holds the cache")
        }
    }

    /// Does `work` on a cache, and turns its error into one with an exit status and a cure.
    static func of<Value: Sendable>(
        _ work: () async throws(CacheError) -> Value
    ) async throws(CommandError) -> Value {
        do throws(CacheError) {
            return try await work()
        } catch {
            throw CommandError(error)
        }
    }
}
