package import Telemetry

/// Fetches media over HTTP with libcurl, on one thread of its own, from addresses that the rules allow.
package final class MediaFetcher: Sendable {
    /// Why a fetcher cannot be made.
    package enum SetupError: Error, Sendable, Equatable {
        /// A network rule that cannot be read: a usage error.
        case networkRule(NetworkRuleError)
        /// libcurl cannot be set up; the call that failed.
        case library(String)
    }

    private let loop: FetchLoop
    private let addressGuard: AddressGuard

    /// Makes a fetcher; its thread starts with the first fetch.
    ///
    /// Reads the addresses of this machine's interfaces. libcurl is set up with the first fetcher of the process.
    package init(
        configuration: FetchConfiguration, clocks: Clocks = .system, log: Log = Log()
    ) throws(SetupError) {
        do throws(NetworkRuleError) {
            addressGuard = AddressGuard(try URLRules(configuration))
        } catch {
            throw .networkRule(error)
        }
        do throws(CurlError) {
            loop = try FetchLoop(configuration, addressGuard, clocks, log)
        } catch {
            throw .library(error.call)
        }
    }

    deinit {
        loop.close()
    }

    /// What a URL is judged by, for `FetchTarget.parse`.
    package var rules: URLRules {
        addressGuard.rules
    }

    /// The version of libcurl that runs, which need not be the one that this program was built with.
    package static var libraryVersion: String {
        MultiHandle.libraryVersion
    }

    /// Where certificates are looked for; without any of them every https transfer ends with `tls-failure`.
    package static var certificateStores: [String] {
        MultiHandle.certificateStores
    }

    /// How much there is to do at the moment.
    package var load: FetchLoad {
        loop.load.current
    }

    /// What has been kept from origins that failed.
    package var withheld: WithheldCounts {
        loop.load.currentWithheld
    }

    /// Names the ports that this process listens on, once they are known; connections to them are refused from now on,
    /// also over connections that are open already.
    package func setOwnPorts(_ ports: Set<UInt16>) {
        addressGuard.setOwnPorts(ports)
    }

    /// Fetches a target, redirects included, and hands the decoded body to `consumer` as it comes.
    ///
    /// What broke off is tried again, and what failed lately is not asked for, as the configuration says. Ends at the
    /// request's deadline by this fetcher's clock, and with `cancelled` when the task is cancelled. After a
    /// failure the consumer may have taken a part of the body.
    package func fetch(
        _ request: FetchRequest, into consumer: any BodyConsumer
    ) async -> Result<FetchAnswer, FetchFailure> {
        let id = loop.nextID()
        request.urgency.begin(as: id)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.start(
                    FetchJob(id: id, request: request, consumer: consumer) { continuation.resume(returning: $0) })
                // A cancellation that came before the loop knew the fetch has had no effect.
                if Task.isCancelled { loop.cancel(id) }
            }
        } onCancel: {
            loop.cancel(id)
        }
    }

    /// Takes note of the priority that has been set for a fetch; without effect once it has its connection.
    package func reorder(_ urgency: FetchUrgency) {
        if let id = urgency.fetch { loop.reorder(id) }
    }

    /// Returns when the loop's thread has answered: the sign of life for a watchdog. At once while it does not run.
    package func answer() async {
        await loop.answer()
    }

    /// Ends every fetch with `cancelled` and the thread with them; later fetches fail at once. Does not wait.
    package func shutDown() {
        loop.close()
    }
}
