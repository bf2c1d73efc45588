/// The operator's settings for the cache.
package struct CacheConfiguration: Sendable {
    /// How much is synced before an attachment counts as stored.
    package enum Durability: String, Sendable, CaseIterable {
        /// File and folder are synced for each blob, and the index for each entry.
        case full
        /// The file is synced for each blob; folder and index in groups.
        case group
        /// Nothing is synced.
        case none
    }

    /// The cache root; made if missing (mode 0750).
    package var directory: String
    /// The most bytes of blobs (`--cache-max-size`); default 10 GB.
    package var maxBytes: Int64 = 10_000_000_000
    /// See `Durability`; default group.
    package var durability: Durability = .group
    /// The command that opens the cache, for the lock file: `resolve`, `serve`.
    package var command: String
    /// The Unix socket on which this process serves, for the lock file, so that other commands find it; default none.
    package var socket: String?
    /// The most URLs with a blob that the index remembers; the oldest go first.
    package var maxEntries: Int64 = 2_000_000
    /// The most URLs with a failure that the index remembers; those that are over first go first.
    package var maxFailures: Int64 = 100_000

    /// A configuration with defaults for all but the place and the command's name.
    package init(directory: String, command: String) {
        self.directory = directory
        self.command = command
    }
}
