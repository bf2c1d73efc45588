package import Telemetry

extension AttachmentCache {
    /// What is known of a key and fresh at `now`, if it was looked up or stored lately; nil sends the caller to `lookUp`.
    ///
    /// Callable from any thread; does not wait. Costs a table look-up and, for a blob, one `lstat`: a file whose size,
    /// time or inode is not the recorded one is never served. A use is noted in memory alone.
    package func fresh(_ key: String, now: WallTime) -> HotEntry? {
        guard let found = index.hot.entry(key), found.entry.isFresh(at: now) else { return nil }
        guard case .blob(let blob) = found.entry.content else { return found }
        guard let status = try? calls.statusAt(blob.path), status.isRegular, status.identity == found.identity else {
            return nil
        }
        return found
    }
}
