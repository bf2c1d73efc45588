import AttachmentCache
import MediaFetching
import MediaInspection
import MediaTypes
import NotificationContent
import Telemetry

/// One flight from start to landing: look up, fetch, inspect, judge, store, in this order.
struct FlightRunner: Sendable {
    let configuration: PipelineConfiguration
    let fetcher: MediaFetcher
    let inspectors: InspectorPool
    let cache: AttachmentCache
    let clocks: Clocks
    let log: Log

    /// Flies to `target` and logs what came of it; always returns a result, at the latest soon after `deadline`.
    func fly(to target: FetchTarget, deadline: Deadline) async -> FlightResult {
        let began = clocks.monotonic()
        let result = await result(of: target, deadline: deadline, since: began)
        log.event(
            result.isFromMemory ? .debug : .info, "a flight has landed",
            [("url", target.redacted)] + result.logFields + [("ms", String(milliseconds(since: began)))])
        return result
    }

    /// Logs a URL that was refused before anything was fetched; its secrets only leave where it can be read.
    func noteRefusal(of source: String, _ failure: FetchFailure) {
        log.event(
            .info, "a URL was refused",
            [("url", FetchTarget.unjudged(source)?.redacted ?? ""), ("reason", failure.reason.rawValue)])
    }

    private func result(
        of target: FetchTarget, deadline: Deadline, since began: ContinuousClock.Instant
    ) async -> FlightResult {
        let known = await cache.lookUp(target.cacheKey)
        if let known, let result = answer(from: known, now: clocks.wall()) { return result }
        let stale = known.flatMap { entry -> (CacheEntry, Blob)? in
            guard case .blob(let blob) = entry.content else { return nil }
            return (entry, blob)
        }
        let writer: BlobWriter
        do throws(CacheError) {
            await cache.prepareRoom(expectedBytes: nil)
            writer = try cache.makeWriter(expectedBytes: nil)
        } catch {
            return .failed(AttachmentFailure(error))
        }
        // A start that fails is told by the inspection itself, which tries again.
        async let warm: Void? = try? inspectors.warmUp()
        let validators = stale.map { Validators(etag: $0.0.etag, lastModified: $0.0.lastModified) }
        let fetched = await fetcher.fetch(
            FetchRequest(target: target, deadline: deadline, validators: validators), into: BodyIntake(writer))
        _ = await warm
        switch fetched {
        case .success(let answer) where answer.notModified:
            guard let (entry, blob) = stale else {
                return .failed(
                    AttachmentFailure(.transferFailed, "the origin answered 304 to an unconditional request"))
            }
            return await confirm(entry, blob, by: answer, since: began)
        case .success(let answer):
            return await accept(writer, answer, target, deadline: deadline, since: began)
        case .failure(let failure):
            if let (entry, blob) = stale, let end = entry.staleIfErrorUntil, end > clocks.wall(), failure.isOriginFault
            {
                return judged(blob, cache: .stale, freshUntil: entry.freshUntil, since: began)
            }
            let evidence: FailureMemory.Evidence =
                failure.reason == .unsupportedType || failure.reason == .tooLarge
                ? .response(freshUntil: failure.freshUntil) : .transfer
            return await fail(AttachmentFailure(failure), evidence, target)
        }
    }

    /// The answer of an entry alone; nil when the origin must be asked.
    private func answer(from entry: CacheEntry, now: WallTime) -> FlightResult? {
        guard entry.freshUntil > now else { return nil }
        switch entry.content {
        case .blob(let blob):
            return judged(blob, cache: .hit, freshUntil: entry.freshUntil, since: nil)
        case .failure(let remembered):
            // A verdict of another policy, or of other limits, says nothing about this one.
            guard remembered.policy == nil || remembered.policy == configuration.policyFingerprint else { return nil }
            return .failed(AttachmentFailure(remembered, until: entry.freshUntil, now: now))
        }
    }

    /// A blob in the cache, judged by this pipeline's policy, which need not be the one that let it in.
    private func judged(
        _ blob: Blob, cache result: CacheResult, freshUntil: WallTime?, since began: ContinuousClock.Instant?
    ) -> FlightResult {
        guard let media = blob.description.inspected else {
            return .failed(AttachmentFailure(.inspectionFailed, "the index holds an unknown format"))
        }
        if let refusal = configuration.policy.judge(media, bytes: blob.bytes) {
            return .failed(AttachmentFailure(refusal))
        }
        return .attached(blob, result, freshUntil: freshUntil, milliseconds: began.map(milliseconds(since:)))
    }

    private func confirm(
        _ entry: CacheEntry, _ blob: Blob, by answer: FetchAnswer, since began: ContinuousClock.Instant
    ) async -> FlightResult {
        var entry = entry
        entry.freshUntil = answer.freshness.freshUntil
        entry.staleIfErrorUntil = answer.freshness.staleIfErrorUntil
        entry.staleWhileRevalidateUntil = answer.freshness.staleWhileRevalidateUntil
        entry.storedAt = clocks.wall()
        entry.etag = answer.validators.etag ?? entry.etag
        entry.lastModified = answer.validators.lastModified ?? entry.lastModified
        await keep(entry)
        return judged(blob, cache: .revalidated, freshUntil: entry.freshUntil, since: began)
    }

    private func accept(
        _ writer: BlobWriter, _ answer: FetchAnswer, _ target: FetchTarget, deadline: Deadline,
        since began: ContinuousClock.Instant
    ) async -> FlightResult {
        let evidence = FailureMemory.Evidence.response(
            freshUntil: answer.freshness.isExplicit ? answer.freshness.freshUntil : nil)
        guard answer.bytes > 0 else {
            return await fail(AttachmentFailure(.empty, "the origin sent no bytes"), evidence, target)
        }
        let media: InspectedMedia
        do throws(AttachmentFailure) {
            media = try await inspect(writer, deadline: deadline)
        } catch {
            return await fail(error, evidence, target)
        }
        do throws(CacheError) {
            let blob = try await cache.publish(
                writer, fileExtension: media.format.row.fileExtension, description: MediaDescription(media))
            let freshUntil = answer.freshness.noStore ? nil : answer.freshness.freshUntil
            if let freshUntil {
                let entry = CacheEntry(
                    key: target.cacheKey, content: .blob(blob), etag: answer.validators.etag,
                    lastModified: answer.validators.lastModified, storedAt: clocks.wall(), freshUntil: freshUntil,
                    staleWhileRevalidateUntil: answer.freshness.staleWhileRevalidateUntil,
                    staleIfErrorUntil: answer.freshness.staleIfErrorUntil)
                try await cache.store(entry)
            } else {
                // What was kept under this URL is older than what the origin now forbids to keep.
                try await cache.remove(target.cacheKey)
            }
            return .attached(blob, .miss, freshUntil: freshUntil, milliseconds: milliseconds(since: began))
        } catch {
            return .failed(AttachmentFailure(error))
        }
    }

    private func inspect(_ writer: BlobWriter, deadline: Deadline) async throws(AttachmentFailure) -> InspectedMedia {
        let file: DescriptorHandle
        do throws(CacheError) {
            file = try writer.readOnlyDescriptor()
        } catch {
            throw AttachmentFailure(error)
        }
        let judgement = Judgement(
            of: await inspectors.inspect(file), bytes: writer.bytesWritten, by: configuration.policy)
        if let failure = judgement.failure { throw failure }
        guard let media = judgement.media else {
            throw AttachmentFailure(.inspectionFailed, "the inspection brought no result")
        }
        return media
    }

    private func fail(
        _ failure: AttachmentFailure, _ evidence: FailureMemory.Evidence, _ target: FetchTarget
    ) async -> FlightResult {
        let now = clocks.wall()
        if let end = FailureMemory.end(of: failure, evidence, now: now) {
            let remembered = RememberedFailure(
                reason: failure.reason.rawValue, detail: failure.detail, httpStatus: failure.httpStatus,
                policy: failure.reason == .httpStatus ? nil : configuration.policyFingerprint)
            await keep(CacheEntry(key: target.cacheKey, content: .failure(remembered), storedAt: now, freshUntil: end))
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

    private func milliseconds(since began: ContinuousClock.Instant) -> Int64 {
        let elapsed = began.duration(to: clocks.monotonic()).components
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
