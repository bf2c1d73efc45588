import AttachmentCache
import MediaFetching
import MediaTypes
import NotificationContent
import Telemetry

/// What a flight has found out so far.
///
/// A class, and written by functions that do not wait and are not inlined, because of where the values of an async
/// function lie: in a frame on the heap that lives from the call to the return, every copy in a place of its own. As
/// locals of the functions of `FlightRunner` these facts took 30 KB for each flight in the air.
final class FlightNotes {
    /// The flight.
    let flight: Flight
    private var found: CacheEntry?
    /// What the cache had under the key, fresh or not, where that was a blob.
    var stale: (entry: CacheEntry, blob: Blob)? {
        guard let found, case .blob(let blob) = found.content else { return nil }
        return (found, blob)
    }
    /// What the fetch brought; nil before its end.
    var fetched: Result<FetchAnswer, FetchFailure>? {
        didSet { phases = report.map(FetchPhases.init) }
    }
    /// The times of the fetch and of what follows it.
    var phases: FetchPhases?
    /// When the present step began.
    var stepBegan: ContinuousClock.Instant
    /// What the inspector measured and the policy let pass.
    var media: InspectedMedia?
    /// The blob that the body has become, once it is in the cache.
    var blob: Blob?
    /// Why nothing can be attached, and what it was found in.
    var failure: (AttachmentFailure, FailureMemory.Evidence)?
    /// What the index is to remember.
    var entry: CacheEntry?
    /// What the flight brings; nil until that is known.
    var result: FlightResult?

    @inline(never)
    init(_ flight: Flight) {
        self.flight = flight
        stepBegan = flight.began
    }

    /// Takes note of what the cache holds under the key.
    @inline(never)
    func finds(_ entry: CacheEntry?, version: String, now: WallTime) {
        guard let entry else { return }
        result = FlightResult(entry, judgedBy: flight.policy, version: version, now: now)
        if result == nil { found = entry }
    }

    /// The result, once the flight has landed.
    var outcome: FlightResult {
        result ?? .failed(AttachmentFailure(.transferFailed, "the flight brought nothing"))
    }

    /// Whether there is a result.
    @inline(never)
    var hasResult: Bool { result != nil }

    /// Whether there is something to remember.
    @inline(never)
    var hasEntry: Bool { entry != nil }

    /// The answer, where the fetch brought one.
    var answer: FetchAnswer? {
        guard case .success(let answer)? = fetched else { return nil }
        return answer
    }

    /// What the origin is asked for again with.
    var validators: Validators? {
        stale.map { Validators(etag: $0.entry.etag, lastModified: $0.entry.lastModified) }
    }

    private var report: TransferReport? {
        switch fetched {
        case .success(let answer)?: answer.report
        case .failure(let failure)?: failure.report
        case nil: nil
        }
    }
}
