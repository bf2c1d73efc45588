import AttachmentPipeline
import Glibc
import HTTPService
import MediaFetching
import MediaInspection
import Telemetry

/// `attachd serve`: the daemon, from its sockets to its last answer.
struct ServeCommand {
    private let settings: Settings
    private let serving: ServeSettings

    /// Checks the command line.
    init(_ arguments: Arguments) throws(CommandError) {
        settings = try Settings(arguments, environment: StandardStreams.environment)
        serving = try ServeSettings(arguments, environment: StandardStreams.environment, cores: settings.inspectors)
    }

    /// Serves until SIGTERM or SIGINT, drains, and ends.
    func run() async throws(CommandError) -> ExitStatus {
        DescriptorLimit.raise()
        StartingConditions.report(to: settings.log)
        let listeners = try ServeListeners.open(serving)
        let watch = try ServeCommand.watchSignals()
        let access = try serving.tokenFile.map { path throws(CommandError) in AccessControl(try TokenFile.read(path)) }
        let registry = MetricsRegistry()
        ProcessMetrics.register(
            in: registry, clocks: .system,
            build: [
                MetricFamily.Label("version", Version.text), MetricFamily.Label("libcurl", MediaFetcher.libraryVersion),
            ])
        let engine: Engine
        do throws(CommandError) {
            engine = try await Engine.open(settings, command: .serve, socket: listeners.path, registry: registry)
        } catch {
            listeners.removeFiles()
            throw error
        }
        do throws(CommandError) {
            try await InspectorOpening.warmUp(engine.inspectors)
        } catch {
            await engine.close()
            listeners.removeFiles()
            throw error
        }
        engine.fetcher.setOwnPorts(Set(listeners.sockets.compactMap(\.port)))
        var configuration = ServiceConfiguration()
        configuration.version = Version.text
        configuration.publicBaseURL = serving.publicBaseURL
        configuration.timeout = settings.timeout
        // The daemon's own policy keeps the operator's limits, also where a request names it.
        configuration.policies = MediaPolicy.all.map {
            JudgingPolicy($0.name == settings.policy.name ? settings.policy : $0)
        }
        configuration.hasPreview = serving.hasPreview
        configuration.cacheMaxBytes = settings.cacheMaxBytes
        // A client sends its list over four connections.
        configuration.prewarm = settings.prewarm(lists: 4)
        configuration.notes = InspectorOpening.missingLocks(of: engine.inspectors)
        for note in configuration.notes {
            settings.log.event(.warning, "a lock is missing", [("detail", note)])
        }
        let service = Service(
            configuration, pipeline: engine.pipeline, cache: engine.cache, metrics: registry, log: settings.log)
        let routes = service.routes
        let requests = RequestMetrics(in: registry, routes: routes.map(\.pattern.text))
        let server = try makeServer(listeners, Router(routes, access: access, metrics: requests, log: settings.log))
        for listener in listeners.sockets {
            settings.log.event(.info, "listening", [("address", listener.address)])
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await engine.pipeline.run() }
            group.addTask { await server.run() }
            group.addTask { [settings] in
                await Watchdog(
                    server: server, fetcher: engine.fetcher, cache: engine.cache, clocks: .system, log: settings.log
                ).run()
            }
            ServiceManager.notify(.ready, .status("serving"))
            await attend(watch.signals, server, service, engine.inspectors, access)
            await server.stop()
            group.cancelAll()
        }
        await engine.close()
        settings.log.event(.info, "stopped")
        return .success
    }

    private func makeServer(_ listeners: ServeListeners, _ router: Router) throws(CommandError) -> HTTPServer {
        var configuration = HTTPServerConfiguration()
        configuration.threads = serving.threads
        do throws(ListenFailure) {
            let server = try HTTPServer(listeners: listeners.sockets, handler: router, configuration: configuration)
            try server.start()
            return server
        } catch {
            throw CommandError(
                .software, "the HTTP server cannot be started: \(error)", cure: "look at the limits of the process")
        }
    }

    /// Handles signals until the server has been drained: the first SIGTERM drains, a second one ends all waits at once.
    private func attend(
        _ signals: AsyncStream<Int32>, _ server: HTTPServer, _ service: Service, _ inspectors: InspectorPool,
        _ access: AccessControl?
    ) async {
        await withTaskGroup(of: Bool.self) { group in
            var isDraining = false
            let (ends, end) = AsyncStream.makeStream(of: Int32.self)
            group.addTask {
                for await number in signals { end.yield(number) }
                return false
            }
            for await number in ends {
                switch number {
                case SIGHUP:
                    ServiceManager.notify(
                        .reloading(monotonicMicroseconds: ServiceManager.monotonicMicroseconds()))
                    reload(access)
                    await inspectors.renew()
                    ServiceManager.notify(.ready)
                case 0:
                    group.cancelAll()
                    return
                default:
                    guard !isDraining else {
                        server.endWaits()
                        continue
                    }
                    isDraining = true
                    service.beginDraining()
                    ServiceManager.notify(.stopping, .status("draining"))
                    settings.log.event(.info, "draining")
                    group.addTask { [drainTimeout = serving.drainTimeout] in
                        let isEmpty = await server.drain(within: drainTimeout)
                        end.yield(0)
                        return isEmpty
                    }
                }
            }
        }
    }

    private func reload(_ access: AccessControl?) {
        guard let path = serving.tokenFile, let access else { return }
        do throws(CommandError) {
            access.replace(with: try TokenFile.read(path))
            settings.log.event(.info, "tokens reloaded")
        } catch {
            settings.log.event(.error, "the tokens of before stay", [("cause", error.cause)])
        }
    }

    private static func watchSignals() throws(CommandError) -> SignalWatch {
        do throws(SystemCallError) {
            return try SignalWatch([SIGTERM, SIGINT, SIGHUP])
        } catch {
            throw CommandError(
                .software, "signals cannot be watched: \(error)", cure: "report this as a fault of attachd")
        }
    }
}
