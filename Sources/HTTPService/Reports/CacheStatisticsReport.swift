package import AttachmentCache
package import NotificationContent
import Telemetry

/// The answer of `cache stats` and of `GET /v1/cache`.
package struct CacheStatisticsReport: JSONValue {
    /// The cache root.
    package let directory: String
    /// The most bytes of blobs.
    package let maxBytes: Int64
    /// What the index says.
    package let statistics: CacheStatistics

    /// Makes a report.
    package init(directory: String, maxBytes: Int64, statistics: CacheStatistics) {
        self.directory = directory
        self.maxBytes = maxBytes
        self.statistics = statistics
    }

    package func write(to writer: inout JSONWriter) {
        let totals = statistics.totals
        writer.object { writer in
            writer.member("directory", directory)
            writer.member("bytes", totals.bytes)
            writer.member("allocatedBytes", totals.allocatedBytes)
            writer.member("maxBytes", maxBytes)
            writer.member("blobs", totals.blobs)
            writer.member("unreferencedBlobs", statistics.unreferencedBlobs)
            writer.member("entries", totals.entries)
            writer.member("failures", totals.failures)
            writer.member("pinnedBlobs", statistics.pinnedBlobs)
            writer.member("pinnedBytes", totals.pinnedBytes)
            writer.member("hits", statistics.hits)
            writer.member("misses", statistics.misses)
            writer.member("hitRatio", statistics.hitRatio.map { ($0 * 1000).rounded() / 1000 })
            writer.member("oldest", statistics.oldest?.rfc3339)
            writer.array("kinds") { writer in
                for kind in statistics.kinds {
                    writer.object {
                        $0.member("kind", kind.kind)
                        $0.member("blobs", kind.blobs)
                        $0.member("bytes", kind.bytes)
                    }
                }
            }
            writer.array("hosts") { writer in
                for host in statistics.hosts {
                    writer.object {
                        $0.member("host", host.host)
                        $0.member("entries", host.entries)
                        $0.member("failures", host.failures)
                        $0.member("bytes", host.bytes)
                    }
                }
            }
        }
    }
}
