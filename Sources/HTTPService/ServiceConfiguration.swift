package import AttachmentPipeline
import MediaInspection

/// The operator's settings for what the daemon answers.
package struct ServiceConfiguration: Sendable {
    /// Where the blobs are served to devices (`--public-base-url`), without a trailing slash; nil leaves payloads' URLs.
    package var publicBaseURL: String?
    /// When the best attempt goes out unless the request says otherwise (`--timeout`); default 29 s.
    package var timeout: Duration = .seconds(29)
    /// The most bytes of blobs, for the statistics.
    package var cacheMaxBytes: Int64 = 10_000_000_000
    /// The policies that a request can name with `?policy=`.
    package var policies = MediaPolicy.all.map(JudgingPolicy.init)
    /// The flights that the lists to be warmed may have in the air.
    package var prewarm = PrewarmRoom()
    /// How many requests, and how many bytes of them, may wait at a time.
    package var admission = Admission.Limits()
    /// The program's version, for `/openapi.json`.
    package var version = "0"
    /// Whether there is a page for people (`--preview`).
    package var hasPreview = false
    /// What an operator should know although the service is ready, for `/readyz`: sentences.
    package var notes: [String] = []

    /// The defaults.
    package init() {}
}
