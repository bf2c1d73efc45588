import AttachmentCache
import MediaFetching
import MediaInspection
import MediaTypes
import NotificationContent
import Telemetry

/// One flight from start to landing: look up, fetch, inspect, judge, store, in this order.
struct FlightRunner: Sendable {
    let fetcher: MediaFetcher
    let inspectors: InspectorPool
    let cache: AttachmentCache
    let clocks: Clocks
    let log: Log

    /// Flies and logs what came of it; always returns a result, at the latest soon after `deadline`.
    ///
    /// Calls `early`, at most once, with stale media that may be used while the flight asks for newer (RFC 5861 section 3).
    func fly(
        _ flight: Flight, deadline: Deadline, early: @Sendable (FlightResult) -> Void = { _ in }
    ) async -> FlightResult {
        let result = await result(of: flight, deadline: deadline, early)
        log.event(
            result.isFromMemory ? .debug : .info, "a flight has landed",
            [("url", flight.target.redacted)] + result.logFields + [("ms", String(milliseconds(of: flight)))])
        return result
    }

    private func result(
        of flight: Flight, deadline: Deadline, _ early: @Sendable (FlightResult) -> Void
    ) async -> FlightResult {
        let target = flight.target
        let known = await cache.lookUp(target.cacheKey)
        if let known,
            let result = FlightResult(
                known, judgedBy: flight.policy, version: inspectors.version, now: clocks.wall())
        {
            return result
        }
        flight.enter(.fetch)
        let stale = known.flatMap { entry -> (CacheEntry, Blob)? in
            guard case .blob(let blob) = entry.content else { return nil }
            return (entry, blob)
        }
        if let (entry, blob) = stale, let end = entry.staleWhileRevalidateUntil, end > clocks.wall() {
            let result = judged(blob, flight, cache: .stale, freshUntil: entry.freshUntil)
            if case .attached = result { early(result) }
        }
        await cache.prepareRoom(expectedBytes: nil)
        let intake = BodyIntake(into: cache)
        // A start that fails is told by the inspection itself, which tries again.
        async let warm: Void? = try? inspectors.warmUp()
        let validators = stale.map { Validators(etag: $0.0.etag, lastModified: $0.0.lastModified) }
        let fetched = await fetcher.fetch(
            FetchRequest(
                target: target, deadline: deadline, validators: validators,
                maxBytes: flight.policy.policy.largestBytes, urgency: flight.urgency), into: intake)
        _ = await warm
        switch fetched {
        case .success(let answer) where answer.notModified:
            guard let (entry, blob) = stale else {
                return .failed(
                    AttachmentFailure(.transferFailed, "the origin answered 304 to an unconditional request"))
            }
            return await confirm(entry, blob, by: answer, flight)
        case .success(let answer):
            return await accept(intake.writer, answer, flight)
        case .failure(let failure):
            if let (entry, blob) = stale, let end = entry.staleIfErrorUntil, end > clocks.wall(), failure.isOriginFault
            {
                return judged(
                    blob, flight, cache: .stale, freshUntil: entry.freshUntil, failure.report.map(FetchPhases.init))
            }
            let evidence: FailureMemory.Evidence =
                failure.reason == .unsupportedType || failure.reason == .tooLarge
                ? .response(freshUntil: failure.freshUntil) : .transfer
            return await fail(AttachmentFailure(failure), evidence, flight, failure.report.map(FetchPhases.init))
        }
    }

    private func judged(
        _ blob: Blob, _ flight: Flight, cache result: CacheResult, freshUntil: WallTime?, _ phases: FetchPhases? = nil
    ) -> FlightResult {
        FlightResult(
            blob, judgedBy: flight.policy, cache: result, freshUntil: freshUntil,
            took: time(of: flight, phases))
    }

    private func confirm(
        _ entry: CacheEntry, _ blob: Blob, by answer: FetchAnswer, _ flight: Flight
    ) async -> FlightResult {
        flight.enter(.store)
        let freshness = answer.freshness.confirming(entry, jitteredFor: flight.target.cacheKey)
        var phases = answer.report.map(FetchPhases.init)
        let fetched = clocks.monotonic()
        guard !freshness.noStore else {
            // The answer may be used for those who wait, and is forgotten.
            await forget(entry.key)
            return judged(blob, flight, cache: .revalidated, freshUntil: nil, phases)
        }
        let confirmed = CacheEntry(
            key: entry.key, content: entry.content, etag: answer.validators.etag ?? entry.etag,
            lastModified: answer.validators.lastModified ?? entry.lastModified, freshness)
        await keep(confirmed)
        phases?.store = milliseconds(since: fetched)
        return judged(blob, flight, cache: .revalidated, freshUntil: confirmed.freshUntil, phases)
    }

    private func accept(
        _ writer: BlobWriter?, _ answer: FetchAnswer, _ flight: Flight
    ) async -> FlightResult {
        // What the origin forbids to keep is good for now only, and so is a verdict on it.
        let end = answer.freshness.noStore ? clocks.wall() : answer.freshness.freshUntil
        let known = answer.freshness.isExplicit ? end : nil
        let evidence: FailureMemory.Evidence =
            answer.isDelimited ? .response(freshUntil: known) : .openEnded(freshUntil: known)
        var phases = answer.report.map(FetchPhases.init)
        guard let writer, answer.bytes > 0 else {
            return await fail(AttachmentFailure(.empty, "the origin sent no bytes"), evidence, flight, phases)
        }
        let fetched = clocks.monotonic()
        let media: InspectedMedia
        do throws(AttachmentFailure) {
            flight.enter(.inspect)
            media = try await inspect(writer, by: flight.policy.policy)
        } catch {
            phases?.inspect = milliseconds(since: fetched)
            return await fail(error, evidence, flight, phases)
        }
        flight.enter(.store)
        let inspected = clocks.monotonic()
        phases?.inspect = fetched.duration(to: inspected).milliseconds
        do throws(CacheError) {
            let key = flight.target.cacheKey
            let freshness = answer.freshness.noStore ? nil : answer.freshness.jittered(for: key)
            let blob = try await cache.publish(
                writer, fileExtension: media.format.row.fileExtension, description: MediaDescription(media),
                entry: freshness.map { freshness in
                    { blob in
                        CacheEntry(
                            key: key, content: .blob(blob), etag: answer.validators.etag,
                            lastModified: answer.validators.lastModified, freshness)
                    }
                })
            // What was kept under this URL is older than what the origin now forbids to keep.
            if freshness == nil { try await cache.remove(key) }
            phases?.store = milliseconds(since: inspected)
            return .attached(blob, .miss, freshUntil: freshness?.freshUntil, took: time(of: flight, phases))
        } catch {
            return .failed(AttachmentFailure(error))
        }
    }

    private func inspect(_ writer: BlobWriter, by policy: MediaPolicy) async throws(AttachmentFailure) -> InspectedMedia
    {
        let file: DescriptorHandle
        do throws(CacheError) {
            file = try writer.readOnlyDescriptor()
        } catch {
            throw AttachmentFailure(error)
        }
        let judgement = Judgement(
            of: await inspectors.inspect(file), bytes: writer.bytesWritten, by: policy)
        if let failure = judgement.failure { throw failure }
        guard let media = judgement.media else {
            throw AttachmentFailure(.inspectionFailed, "the inspection brought no result")
        }
        return media
    }

    private func fail(
        _ failure: AttachmentFailure, _ evidence: FailureMemory.Evidence, _ flight: Flight, _ phases: FetchPhases?
    ) async -> FlightResult {
        var failure = failure
        if !failure.cached {
            failure.fetchMilliseconds = milliseconds(of: flight)
            failure.phases = phases
        }
        let now = clocks.wall()
        // What the fetcher itself remembers is not to be remembered for longer here.
        if !failure.cached, let end = FailureMemory.end(of: failure, evidence, now: now) {
            let remembered = RememberedFailure(
                reason: failure.reason.rawValue, detail: failure.detail, httpStatus: failure.httpStatus,
                policy: failure.reason == .httpStatus ? nil : flight.policy.fingerprint + inspectors.version)
            await keep(
                CacheEntry(
                    key: flight.target.cacheKey, content: .failure(remembered), storedAt: now, freshUntil: end))
        }
        return .failed(failure)
    }

    /// Records what only spares later work: when the index cannot take it, the answer stands all the same.
    private func keep(_ entry: CacheEntry) async {
        do throws(CacheError) {
            try await cache.store(entry)
        } catch {
            log.event(.warning, "the index could not keep an entry", [("error", "\(error)")])
        }
    }

    /// Forgets what must not be kept; where the index cannot, the answer stands all the same.
    private func forget(_ key: String) async {
        do throws(CacheError) {
            try await cache.remove(key)
        } catch {
            log.event(.warning, "the index could not forget an entry", [("error", "\(error)")])
        }
    }

    private func milliseconds(of flight: Flight) -> Int64 {
        milliseconds(since: flight.began)
    }

    private func milliseconds(since start: ContinuousClock.Instant) -> Int64 {
        start.duration(to: clocks.monotonic()).milliseconds
    }

    private func time(of flight: Flight, _ phases: FetchPhases?) -> FlightTime {
        FlightTime(milliseconds: milliseconds(of: flight), phases: phases)
    }
}

extension FetchFailure {
    /// Whether the origin, and not the request or the policy, is at fault: what stale-if-error stands in for (RFC 5861).
    var isOriginFault: Bool {
        switch reason {
        case .deadline, .dnsFailure, .connectFailure, .tlsFailure, .stalled, .transferFailed, .truncated, .cancelled:
            true
        case .httpStatus: (500..<600).contains(httpStatus ?? 0)
        default: false
        }
    }
}
