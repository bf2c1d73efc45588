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
    func fly(_ flight: Flight, deadline: Deadline) async -> FlightResult {
        let result = await result(of: flight, deadline: deadline)
        log.event(
            result.isFromMemory ? .debug : .info, "a flight has landed",
            [("url", flight.target.redacted)] + result.logFields + [("ms", String(milliseconds(of: flight)))])
        return result
    }

    private func result(of flight: Flight, deadline: Deadline) async -> FlightResult {
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
                return judged(blob, flight, cache: .stale, freshUntil: entry.freshUntil)
            }
            let evidence: FailureMemory.Evidence =
                failure.reason == .unsupportedType || failure.reason == .tooLarge
                ? .response(freshUntil: failure.freshUntil) : .transfer
            return await fail(AttachmentFailure(failure), evidence, flight)
        }
    }

    private func judged(
        _ blob: Blob, _ flight: Flight, cache result: CacheResult, freshUntil: WallTime?
    ) -> FlightResult {
        FlightResult(
            blob, judgedBy: flight.policy, cache: result, freshUntil: freshUntil, milliseconds: milliseconds(of: flight)
        )
    }

    private func confirm(
        _ entry: CacheEntry, _ blob: Blob, by answer: FetchAnswer, _ flight: Flight
    ) async -> FlightResult {
        var entry = entry
        entry.freshUntil = answer.freshness.freshUntil
        entry.staleIfErrorUntil = answer.freshness.staleIfErrorUntil
        entry.staleWhileRevalidateUntil = answer.freshness.staleWhileRevalidateUntil
        entry.storedAt = clocks.wall()
        entry.etag = answer.validators.etag ?? entry.etag
        entry.lastModified = answer.validators.lastModified ?? entry.lastModified
        flight.enter(.store)
        await keep(entry)
        return judged(blob, flight, cache: .revalidated, freshUntil: entry.freshUntil)
    }

    private func accept(
        _ writer: BlobWriter?, _ answer: FetchAnswer, _ flight: Flight
    ) async -> FlightResult {
        // What the origin forbids to keep is good for now only, and so is a verdict on it.
        let end = answer.freshness.noStore ? clocks.wall() : answer.freshness.freshUntil
        let known = answer.freshness.isExplicit ? end : nil
        let evidence: FailureMemory.Evidence =
            answer.isDelimited ? .response(freshUntil: known) : .openEnded(freshUntil: known)
        guard let writer, answer.bytes > 0 else {
            return await fail(AttachmentFailure(.empty, "the origin sent no bytes"), evidence, flight)
        }
        let media: InspectedMedia
        do throws(AttachmentFailure) {
            flight.enter(.inspect)
            media = try await inspect(writer, by: flight.policy.policy)
        } catch {
            return await fail(error, evidence, flight)
        }
        flight.enter(.store)
        do throws(CacheError) {
            let blob = try await cache.publish(
                writer, fileExtension: media.format.row.fileExtension, description: MediaDescription(media))
            let freshUntil = answer.freshness.noStore ? nil : answer.freshness.freshUntil
            if let freshUntil {
                let entry = CacheEntry(
                    key: flight.target.cacheKey, content: .blob(blob), etag: answer.validators.etag,
                    lastModified: answer.validators.lastModified, storedAt: clocks.wall(), freshUntil: freshUntil,
                    staleWhileRevalidateUntil: answer.freshness.staleWhileRevalidateUntil,
                    staleIfErrorUntil: answer.freshness.staleIfErrorUntil)
                try await cache.store(entry)
            } else {
                // What was kept under this URL is older than what the origin now forbids to keep.
                try await cache.remove(flight.target.cacheKey)
            }
            return .attached(blob, .miss, freshUntil: freshUntil, milliseconds: milliseconds(of: flight))
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
        _ failure: AttachmentFailure, _ evidence: FailureMemory.Evidence, _ flight: Flight
    ) async -> FlightResult {
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

    private func milliseconds(of flight: Flight) -> Int64 {
        let elapsed = flight.began.duration(to: clocks.monotonic()).components
        return elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000
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
