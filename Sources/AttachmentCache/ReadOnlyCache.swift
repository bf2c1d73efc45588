import Telemetry

/// Reads the index beside its writer: for `cache stats` and `cache list` while another process holds the cache, and for
/// long reads that must not hold up the writer.
///
/// Each call opens a connection of its own on a thread that may block. Nothing is written and no lock of the cache is
/// taken.
package final class ReadOnlyCache: Sendable {
    private let layout: CacheLayout
    private let threads: OwnedThreads

    init(layout: CacheLayout, threads: OwnedThreads) {
        self.layout = layout
        self.threads = threads
    }

    /// What the index says of its content; reads all of it.
    package func statistics() async throws(CacheError) -> CacheStatistics {
        try await read { reader throws(SQLiteError) in try reader.statistics() }
    }

    /// A page of entries. A cursor that is none gives an empty page.
    package func list(_ request: CacheListRequest) async throws(CacheError) -> CachePage {
        try await read { reader throws(SQLiteError) in try reader.list(request) }
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (IndexReader) throws(SQLiteError) -> Value
    ) async throws(CacheError) -> Value {
        try await threads.run { [layout] () throws(CacheError) in
            do throws(SQLiteError) {
                return try body(try IndexReader(layout: layout))
            } catch {
                throw CacheError(error)
            }
        }
    }
}
