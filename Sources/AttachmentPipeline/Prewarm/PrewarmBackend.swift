package import AttachmentCache
package import MediaFetching
package import NotificationContent

/// Who does the work of a pre-warm: the pipeline of this process, or a daemon.
package protocol PrewarmBackend: Sendable {
    /// Reads a URL, and judges it as far as that is possible here.
    ///
    /// - Throws: the failure of a URL that cannot be used.
    func target(of url: String) throws(AttachmentFailure) -> FetchTarget

    /// What is known of each target without a flight, in their order; nil where it needs one.
    func known(_ targets: [FetchTarget]) async -> [PrewarmVerdict?]

    /// Fetches a target into the cache, or finds it there; ends soon after the task is cancelled.
    func warm(_ target: FetchTarget) async -> PrewarmVerdict

    /// Keeps the blobs in the cache for as long as was asked for.
    func pin(_ digests: [Digest]) async
}
