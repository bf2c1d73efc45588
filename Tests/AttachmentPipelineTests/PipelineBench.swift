import AttachmentCache
import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import MediaFetching
import MediaInspection
import NotificationContent
import Telemetry

/// A whole pipeline over real parts: an origin, a cache in a temporary folder, the built inspector.
struct PipelineBench: Sendable {
    let origin: LoopbackOrigin
    let folder: TemporaryFolder
    let cache: AttachmentCache
    let pipeline: AttachmentPipeline
    let fetcher: MediaFetcher
    let clocks: Clocks

    /// Opens everything, runs `body` with flights running, and closes everything; `folder` may be another bench's.
    static func run(
        _ origin: LoopbackOrigin, in folder: TemporaryFolder? = nil, policy: MediaPolicy = .default,
        inspector: String = BuiltProduct.path("attachd-inspector"), clocks: Clocks = .system,
        fetchClocks: Clocks? = nil, metrics: PipelineMetrics = PipelineMetrics(),
        registry: MetricsRegistry = MetricsRegistry(),
        fetching change: (inout FetchConfiguration) -> Void = { _ in },
        caching changeCache: (inout CacheConfiguration) -> Void = { _ in },
        _ body: @Sendable (PipelineBench) async throws -> Void
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        var caching = CacheConfiguration(directory: folder.path + "/cache", command: "test")
        changeCache(&caching)
        // What a test scripts of waiting is meant for the pipeline; the cache waits for the end of each minute.
        let cacheClocks = Clocks(monotonic: clocks.monotonic, wall: clocks.wall)
        let cache = try await AttachmentCache.open(caching, clocks: cacheClocks, log: .silent, deadline: nil)
        // Files that are no bombs: their limits, of a few seconds of a real clock, have tests of their own.
        var inspecting = InspectorPool.Configuration()
        inspecting.timeLimit = .seconds(300)
        inspecting.startLimit = .seconds(300)
        let inspectors = try InspectorPool(InspectorExecutable(at: inspector), inspecting)
        var fetching = FetchConfiguration()
        fetching.allowedNetworks = [FetchConfiguration.NetworkRule("127.0.0.0/8")]
        fetching.maxBytes = policy.largestBytes
        change(&fetching)
        let fetcher = try MediaFetcher(configuration: fetching, clocks: fetchClocks ?? clocks, log: .silent)
        let pipeline = AttachmentPipeline(
            PipelineConfiguration(policy: policy), fetcher: fetcher, inspectors: inspectors, cache: cache,
            clocks: clocks, log: .silent, metrics: metrics)
        PipelineGauges.register(
            in: registry, pipeline: pipeline, fetcher: fetcher, cache: cache, cacheMaxBytes: caching.maxBytes)
        let bench = PipelineBench(
            origin: origin, folder: folder, cache: cache, pipeline: pipeline, fetcher: fetcher,
            clocks: fetchClocks ?? clocks)
        try await pipeline.whileRunning { try await body(bench) }
        await inspectors.shutdown()
        try await cache.close()
    }

    /// Resolves request targets of the origin (or whole URLs), as one payload.
    func resolve(
        _ targets: String..., within time: Duration = .seconds(600), priority: FetchPriority = .interactive
    ) async -> BestAttempt {
        await pipeline.resolve(references(targets), deadline: .after(time, on: clocks), priority: priority)
    }

    /// References to request targets of the origin, or to whole URLs.
    func references(_ targets: [String]) -> [MediaReference] {
        targets.enumerated().map { index, target in
            MediaReference(identifier: "a\(index)", source: target.hasPrefix("/") ? origin.url(target) : target)
        }
    }
}

extension Outcome? {
    /// The media, if attached.
    var media: AttachedMedia? {
        guard case .attached(let media) = self else { return nil }
        return media
    }

    /// The failure, if failed.
    var failure: AttachmentFailure? {
        guard case .failed(let failure) = self else { return nil }
        return failure
    }
}
