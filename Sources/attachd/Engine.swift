import AttachmentCache
import AttachmentPipeline
import MediaFetching
import MediaInspection
import Telemetry

/// The parts of one process that resolves, wired together.
struct Engine {
    /// The pipeline.
    let pipeline: AttachmentPipeline
    /// The fetcher.
    let fetcher: MediaFetcher
    /// The inspectors.
    let inspectors: InspectorPool
    /// The cache.
    let cache: AttachmentCache

    /// Opens the cache (waiting for another command that holds it, up to the time-out), finds the inspector and prepares
    /// fetching; no process and no thread is started before there is something to fetch.
    ///
    /// What the parts count is shown in `registry`.
    static func open(
        _ settings: Settings, command: CommandName, socket: String? = nil, registry: MetricsRegistry = MetricsRegistry()
    ) async throws(CommandError) -> Engine {
        let metrics = PipelineMetrics(in: registry)
        let cache = try await CacheOpening.open(settings, command: command, socket: socket)
        let inspectors = try InspectorOpening.open(settings, metrics: metrics)
        let fetcher = try makeFetcher(settings, metrics)
        var configuration = PipelineConfiguration(policy: settings.policy)
        configuration.onQuiet = { AllocatorSettings.giveBack(settings.log) }
        let pipeline = AttachmentPipeline(
            configuration, fetcher: fetcher, inspectors: inspectors,
            cache: cache, clocks: .system, log: settings.log, metrics: metrics)
        PipelineGauges.register(
            in: registry, pipeline: pipeline, fetcher: fetcher, cache: cache, cacheMaxBytes: settings.cacheMaxBytes)
        return Engine(pipeline: pipeline, fetcher: fetcher, inspectors: inspectors, cache: cache)
    }

    /// Ends the fetch loop and the inspectors and closes the cache.
    func close() async {
        fetcher.shutDown()
        await inspectors.shutdown()
        do throws(CacheError) {
            try await cache.close()
        } catch {
            // Everything acknowledged is stored already; the next start only has more to look at.
            StandardStreams.tell("attachd: the cache was not closed cleanly: \(error.detail)")
        }
    }

    private static func makeFetcher(
        _ settings: Settings, _ metrics: PipelineMetrics
    ) throws(CommandError) -> MediaFetcher {
        var configuration = settings.fetching
        configuration.onTransferEnd = { metrics.count($0) }
        do throws(MediaFetcher.SetupError) {
            return try MediaFetcher(configuration: configuration, clocks: .system, log: settings.log)
        } catch {
            switch error {
            case .networkRule(let rule):
                throw CommandError(
                    .usage, "--allow-net and --deny-net take networks: \(rule)", cure: "see 'attachd help resolve'")
            case .library(let call):
                throw CommandError(
                    .software, "libcurl cannot be set up: \(call) failed", cure: "check the installation of libcurl4")
            }
        }
    }
}
