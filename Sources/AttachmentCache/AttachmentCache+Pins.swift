package import Telemetry

extension AttachmentCache {
    /// How long a blob that is being sent stays, so that its name is there for who asks for the rest of it.
    private static let readingPin: Int64 = 600

    /// Keeps blobs from eviction until a time, longer where they are kept longer already. Digests that the cache does not
    /// have are passed over.
    ///
    /// Pins hold at most 80 % of the cache; beyond that those that would end first give way, and are counted. A pin
    /// survives a restart. It does not keep a blob from `purge`, or from being dropped when its file is wrong.
    ///
    /// - Parameters:
    ///   - digests: of which blobs; any number.
    ///   - until: when the pin is over by itself.
    /// - Throws: `storageFull` or `storageError` of the index.
    package func pin(_ digests: [Digest], until: WallTime) async throws(CacheError) {
        try await index.pin(digests, until: until)
    }

    /// Notes that an answer which goes out now names a blob: the blob stays for so many seconds, and the answer counts as a
    /// hit or a miss.
    ///
    /// Callable from any thread; costs a look at a small table in memory. What must be written is written soon after, in
    /// batches, and every eviction begins with it.
    package func noteAnswer(sha256: String, stays seconds: Int64, isHit: Bool) {
        let now = clocks.wall()
        if index.uses.note(sha256, until: now.advanced(bySeconds: seconds), now: now, isHit: isHit) { recordPinsSoon() }
    }

    /// Notes that a blob is being sent.
    func noteReading(_ digest: Digest) {
        let now = clocks.wall()
        let until = now.advanced(bySeconds: AttachmentCache.readingPin)
        if index.uses.noteReading(digest, until: until, now: now) { recordPinsSoon() }
    }

    private func recordPinsSoon() {
        Task { [index] in await index.recordNotedPins() }
    }
}
