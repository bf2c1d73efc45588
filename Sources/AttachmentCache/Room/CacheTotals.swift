/// How much the index holds; known without a scan.
package struct CacheTotals: Sendable, Equatable {
    /// Bytes of all blobs.
    package var bytes: Int64 = 0
    /// Bytes of disk that they take.
    package var allocatedBytes: Int64 = 0
    /// Number of blobs.
    package var blobs: Int64 = 0
    /// Number of URLs with a blob.
    package var entries: Int64 = 0
    /// Number of URLs with a remembered failure.
    package var failures: Int64 = 0
    /// Bytes of disk of the blobs that are kept from eviction for now.
    package var pinnedBytes: Int64 = 0
}
