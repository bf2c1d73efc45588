import AttachmentCache
import HTTPService
import MediaFetching
import Telemetry

/// Feeds the service manager's watchdog, but only while every part that could be stuck really answers.
///
/// A part that hangs makes this hang too, and the service manager restarts the daemon.
struct Watchdog: Sendable {
    let server: HTTPServer
    let fetcher: MediaFetcher
    let cache: AttachmentCache
    let clocks: Clocks
    let log: Log

    /// Feeds it at half its interval until the calling task is cancelled; returns at once where there is none.
    func run() async {
        guard let microseconds = ServiceManager.watchdogInterval() else { return }
        let pause = Duration.microseconds(Int64(clamping: microseconds / 2))
        while (try? await clocks.wait(clocks.monotonic().advanced(by: pause))) != nil {
            if await isAlive(within: pause) {
                ServiceManager.notify(.watchdog)
            } else {
                log.event(.error, "a part of the daemon does not answer; the watchdog is not fed")
            }
        }
    }

    private func isAlive(within limit: Duration) async -> Bool {
        guard await server.answers(within: limit) else { return false }
        await fetcher.answer()
        do throws(CacheError) {
            _ = try await cache.totals()
            return true
        } catch {
            log.event(.error, "the index does not answer", [("error", error.detail)])
            return false
        }
    }
}
