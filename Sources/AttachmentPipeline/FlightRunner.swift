import AttachmentCache
import MediaFetching
import MediaInspection
import MediaTypes
import NotificationContent
import Telemetry

/// One flight from start to landing: look up, fetch, inspect, judge, store, in this order.
///
/// What waits here holds little but `FlightNotes`, which says why; what works on the notes does not wait.
final class FlightRunner: Sendable {
    /// What is left to do when the fetch has ended.
    private enum Rest {
        case nothing
        case confirm
        case accept
        case fail
    }

    let fetcher: MediaFetcher
    private let inspectors: InspectorPool
    private let cache: AttachmentCache
    private let clocks: Clocks
    let log: Log

    /// A runner; starts nothing.
    init(fetcher: MediaFetcher, inspectors: InspectorPool, cache: AttachmentCache, clocks: Clocks, log: Log) {
        self.fetcher = fetcher
        self.inspectors = inspectors
        self.cache = cache
        self.clocks = clocks
        self.log = log
    }

    /// Flies and logs what came of it; the notes have a result in any case, at the latest soon after `deadline`.
    ///
    /// Calls `early`, at most once, with stale media that may be used while the flight asks for newer (RFC 5861 section 3).
    func fly(
        _ flight: Flight, deadline: Deadline, early: @Sendable (FlightResult) -> Void = { _ in }
    ) async -> FlightNotes {
        let notes = FlightNotes(flight)
        await lookUp(notes)
        if !notes.hasResult {
            depart(notes, early)
            await cache.prepareRoom(expectedBytes: nil)
            await work(notes, BodyIntake(into: cache), deadline)
        }
        landed(notes)
        return notes
    }

    private func work(_ notes: FlightNotes, _ intake: BodyIntake, _ deadline: Deadline) async {
        // A start that fails is told by the inspection itself, which tries again.
        async let warm: Void? = try? inspectors.warmUp()
        await fetch(notes, deadline, intake)
        _ = await warm
        switch rest(of: notes) {
        case .nothing: break
        case .confirm: await confirm(notes)
        case .accept: await accept(intake.writer, notes)
        case .fail: await fail(notes)
        }
    }

    @inline(never)
    private func lookUp(_ notes: FlightNotes) async {
        let entry = await cache.lookUp(notes.flight.target.cacheKey)
        notes.finds(entry, version: inspectors.version, now: clocks.wall())
    }

    /// Enters the fetch; hands out what is stale and may be used meanwhile.
    @inline(never)
    private func depart(_ notes: FlightNotes, _ early: @Sendable (FlightResult) -> Void) {
        notes.flight.enter(.fetch)
        guard let (entry, blob) = notes.stale, let end = entry.staleWhileRevalidateUntil, end > clocks.wall() else {
            return
        }
        let result = judged(blob, notes, cache: .stale, freshUntil: entry.freshUntil)
        if case .attached = result { early(result) }
    }

    @inline(never)
    private func fetch(_ notes: FlightNotes, _ deadline: Deadline, _ intake: BodyIntake) async {
        let fetched = await fetcher.fetch(request(notes, deadline), into: intake)
        note(fetched, notes)
    }

    @inline(never)
    private func request(_ notes: FlightNotes, _ deadline: Deadline) -> FetchRequest {
        let flight = notes.flight
        return FetchRequest(
            target: flight.target, deadline: deadline, validators: notes.validators,
            maxBytes: flight.policy.policy.largestBytes, urgency: flight.urgency)
    }

    @inline(never)
    private func note(_ fetched: Result<FetchAnswer, FetchFailure>, _ notes: FlightNotes) {
        notes.fetched = fetched
    }

    /// Judges the end of the fetch.
    @inline(never)
    private func rest(of notes: FlightNotes) -> Rest {
        notes.stepBegan = clocks.monotonic()
        switch notes.fetched {
        case nil:
            return .nothing
        case .success(let answer)? where answer.notModified:
            guard notes.stale == nil else { return .confirm }
            notes.result = .failed(
                AttachmentFailure(.transferFailed, "the origin answered 304 to an unconditional request"))
            return .nothing
        case .success?:
            return .accept
        case .failure(let failure)?:
            if let (entry, blob) = notes.stale, let end = entry.staleIfErrorUntil, end > clocks.wall(),
                failure.isOriginFault
            {
                notes.result = judged(blob, notes, cache: .stale, freshUntil: entry.freshUntil)
                return .nothing
            }
            let evidence: FailureMemory.Evidence =
                failure.reason == .unsupportedType || failure.reason == .tooLarge
                ? .response(freshUntil: failure.freshUntil) : .transfer
            notes.failure = (AttachmentFailure(failure), evidence)
            return .fail
        }
    }

    @inline(never)
    private func confirm(_ notes: FlightNotes) async {
        notes.flight.enter(.store)
        confirmEntry(notes)
        if !notes.hasEntry {
            // The answer may be used for those who wait, and is forgotten.
            await forget(notes.flight.target.cacheKey)
        } else {
            await keep(notes)
        }
        confirmed(notes)
    }

    /// Makes the entry that a 304 has confirmed; none where the origin forbids to keep it.
    @inline(never)
    private func confirmEntry(_ notes: FlightNotes) {
        guard let answer = notes.answer, let (entry, _) = notes.stale else { return }
        let freshness = answer.freshness.confirming(entry, jitteredFor: notes.flight.target.cacheKey)
        guard !freshness.noStore else { return }
        notes.entry = CacheEntry(
            key: entry.key, content: entry.content, etag: answer.validators.etag ?? entry.etag,
            lastModified: answer.validators.lastModified ?? entry.lastModified, freshness)
    }

    @inline(never)
    private func confirmed(_ notes: FlightNotes) {
        guard let (_, blob) = notes.stale else { return }
        if notes.hasEntry { notes.phases?.store = milliseconds(since: notes.stepBegan) }
        notes.result = judged(blob, notes, cache: .revalidated, freshUntil: notes.entry?.freshUntil)
    }

    private func accept(_ writer: BlobWriter?, _ notes: FlightNotes) async {
        guard let writer = checked(writer, notes), let file = openToInspect(writer, notes) else {
            return await fail(notes)
        }
        let inspection = await inspectors.inspect(file)
        guard passes(inspection, bytes: writer.bytesWritten, notes) else { return await fail(notes) }
        await store(writer, notes)
    }

    /// The writer, if it was given any bytes; otherwise notes the failure.
    @inline(never)
    private func checked(_ writer: BlobWriter?, _ notes: FlightNotes) -> BlobWriter? {
        if let writer, let answer = notes.answer, answer.bytes > 0 { return writer }
        fails(notes, AttachmentFailure(.empty, "the origin sent no bytes"))
        return nil
    }

    @inline(never)
    private func openToInspect(_ writer: BlobWriter, _ notes: FlightNotes) -> DescriptorHandle? {
        notes.flight.enter(.inspect)
        do throws(CacheError) {
            return try writer.readOnlyDescriptor()
        } catch {
            notes.phases?.inspect = milliseconds(since: notes.stepBegan)
            fails(notes, AttachmentFailure(error))
            return nil
        }
    }

    /// Whether the policy lets pass what the inspection found; otherwise notes the failure.
    @inline(never)
    private func passes(_ inspection: InspectionResult, bytes: Int64, _ notes: FlightNotes) -> Bool {
        let inspected = clocks.monotonic()
        notes.phases?.inspect = notes.stepBegan.duration(to: inspected).milliseconds
        notes.stepBegan = inspected
        let judgement = Judgement(of: inspection, bytes: bytes, by: notes.flight.policy.policy)
        if judgement.failure == nil, let media = judgement.media {
            notes.media = media
            return true
        }
        fails(
            notes,
            judgement.failure ?? AttachmentFailure(.inspectionFailed, "the inspection brought no result"))
        return false
    }

    /// Notes the failure of a body, with what it was found in.
    @inline(never)
    private func fails(_ notes: FlightNotes, _ failure: AttachmentFailure) {
        guard let answer = notes.answer else { return }
        // What the origin forbids to keep is good for now only, and so is a verdict on it.
        let end = answer.freshness.noStore ? clocks.wall() : answer.freshness.freshUntil
        let known = answer.freshness.isExplicit ? end : nil
        notes.failure = (failure, answer.isDelimited ? .response(freshUntil: known) : .openEnded(freshUntil: known))
    }

    @inline(never)
    private func store(_ writer: BlobWriter, _ notes: FlightNotes) async {
        notes.flight.enter(.store)
        do throws(CacheError) {
            try await publish(writer, notes)
            // What was kept under this URL is older than what the origin now forbids to keep.
            if !notes.hasEntry { try await cache.remove(notes.flight.target.cacheKey) }
            stored(notes)
        } catch {
            refused(notes, error)
        }
    }

    @inline(never)
    private func publish(_ writer: BlobWriter, _ notes: FlightNotes) async throws(CacheError) {
        guard let media = notes.media else { return }
        _ = try await cache.publish(
            writer, fileExtension: media.format.row.fileExtension, description: MediaDescription(media)
        ) { self.entry(of: $0, notes) }
    }

    /// Notes a new blob, and makes its entry; none where the origin forbids to keep it.
    @inline(never)
    private func entry(of blob: Blob, _ notes: FlightNotes) -> CacheEntry? {
        notes.blob = blob
        guard let answer = notes.answer, !answer.freshness.noStore else { return nil }
        let key = notes.flight.target.cacheKey
        notes.entry = CacheEntry(
            key: key, content: .blob(blob), etag: answer.validators.etag,
            lastModified: answer.validators.lastModified, answer.freshness.jittered(for: key))
        return notes.entry
    }

    @inline(never)
    private func stored(_ notes: FlightNotes) {
        guard let blob = notes.blob else { return }
        notes.phases?.store = milliseconds(since: notes.stepBegan)
        notes.result = .attached(blob, .miss, freshUntil: notes.entry?.freshUntil, took: time(of: notes))
    }

    @inline(never)
    private func refused(_ notes: FlightNotes, _ error: CacheError) {
        notes.result = .failed(AttachmentFailure(error))
    }

    @inline(never)
    private func fail(_ notes: FlightNotes) async {
        noteFailure(notes)
        if notes.hasEntry { await keep(notes) }
    }

    /// Makes the failure the result, and an entry of it where it is to be remembered.
    @inline(never)
    private func noteFailure(_ notes: FlightNotes) {
        guard let (found, evidence) = notes.failure else { return }
        var failure = found
        if !failure.cached {
            failure.fetchMilliseconds = milliseconds(since: notes.flight.began)
            failure.phases = notes.phases
        }
        notes.result = .failed(failure)
        let now = clocks.wall()
        // What the fetcher itself remembers is not to be remembered for longer here.
        guard !failure.cached, let end = FailureMemory.end(of: failure, evidence, now: now) else { return }
        let remembered = RememberedFailure(
            reason: failure.reason.rawValue, detail: failure.detail, httpStatus: failure.httpStatus,
            policy: failure.reason == .httpStatus ? nil : notes.flight.policy.fingerprint + inspectors.version)
        notes.entry = CacheEntry(
            key: notes.flight.target.cacheKey, content: .failure(remembered), storedAt: now, freshUntil: end)
    }

    /// Records what only spares later work: when the index cannot take it, the answer stands all the same.
    private func keep(_ notes: FlightNotes) async {
        do throws(CacheError) {
            try await storeEntry(notes)
        } catch {
            log.event(.warning, "the index could not keep an entry", [("error", "\(error)")])
        }
    }

    @inline(never)
    private func storeEntry(_ notes: FlightNotes) async throws(CacheError) {
        guard let entry = notes.entry else { return }
        try await cache.store(entry)
    }

    /// Forgets what must not be kept; where the index cannot, the answer stands all the same.
    @inline(never)
    private func forget(_ key: String) async {
        do throws(CacheError) {
            try await cache.remove(key)
        } catch {
            log.event(.warning, "the index could not forget an entry", [("error", "\(error)")])
        }
    }

    @inline(never)
    private func landed(_ notes: FlightNotes) {
        let flight = notes.flight
        let result = notes.outcome
        log.event(
            result.isFromMemory ? .debug : .info, "a flight has landed",
            [("url", flight.target.redacted)] + result.logFields
                + [("ms", String(milliseconds(since: flight.began)))])
    }

    private func judged(
        _ blob: Blob, _ notes: FlightNotes, cache result: CacheResult, freshUntil: WallTime?
    ) -> FlightResult {
        FlightResult(
            blob, judgedBy: notes.flight.policy, cache: result, freshUntil: freshUntil, took: time(of: notes))
    }

    private func milliseconds(since start: ContinuousClock.Instant) -> Int64 {
        start.duration(to: clocks.monotonic()).milliseconds
    }

    private func time(of notes: FlightNotes) -> FlightTime {
        FlightTime(milliseconds: milliseconds(since: notes.flight.began), phases: notes.phases)
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
