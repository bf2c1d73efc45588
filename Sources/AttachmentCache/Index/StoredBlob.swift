import Telemetry

/// A blob's row in the index: the blob, and how to recognise its file.
struct StoredBlob: Sendable, Equatable {
    /// The row.
    var id: Int64
    /// The file's name.
    var name: BlobName
    /// What callers see.
    var blob: Blob
    /// What the file looked like when its content was last known to be right.
    var identity: FileIdentity
    /// Bytes of disk.
    var allocated: Int64
    /// When it was stored; 0 for one that was adopted, so that it is the first to go.
    var storedAt: WallTime
    /// The boot in which it was written without a sync; nil once the content is known to be on the disk.
    var unsyncedBoot: String?
    /// Until when eviction leaves it alone; 0 for not at all.
    var pinnedUntil: WallTime

    /// The columns of the table `blobs`, from column `base` on; nil for a row that nobody here wrote.
    init?(_ row: SQLiteRow, from base: Int32, layout: CacheLayout) {
        guard let id = row.integer(base), let digest = row.bytes(base + 1).flatMap(Digest.init(bytes:)) else {
            return nil
        }
        guard let name = BlobName(digest: digest, fileExtension: row.text(base + 2) ?? "") else { return nil }
        func integer(_ column: Int32) -> Int64 { row.integer(base + column) ?? 0 }
        func text(_ column: Int32) -> String { row.text(base + column) ?? "" }
        self.id = id
        self.name = name
        identity = FileIdentity(bytes: integer(3), modifiedNanoseconds: integer(6), inode: integer(5))
        allocated = max(0, integer(4))
        storedAt = WallTime(milliseconds: integer(7))
        unsyncedBoot = row.text(base + 8)
        pinnedUntil = WallTime(milliseconds: integer(23))
        let codecs = text(17)
        let description = MediaDescription(
            kind: text(9), format: text(10), mime: text(11), type: text(12),
            width: row.integer(base + 13).flatMap { UInt32(exactly: $0) },
            height: row.integer(base + 14).flatMap { UInt32(exactly: $0) },
            frames: row.integer(base + 15).flatMap { UInt32(exactly: $0) },
            durationMilliseconds: row.integer(base + 16).flatMap { UInt64(exactly: $0) },
            codecs: codecs.isEmpty ? [] : codecs.split(separator: ",").map(String.init),
            hasAlpha: row.integer(base + 18).map { $0 != 0 }, canvasPixels: UInt64(max(0, integer(19))),
            trailingBytes: UInt64(max(0, integer(20))))
        blob = Blob(
            digest: digest, fileExtension: name.fileExtension, bytes: identity.bytes, path: layout.path(name),
            description: description)
    }

    /// Whether the content can be trusted unhashed while the file looks the same: it is on the disk, or was written in
    /// this boot of the machine.
    func isTrusted(inBoot boot: String) -> Bool {
        // An unknown boot, where /proc/sys is hidden, may be another one.
        unsyncedBoot == nil || !boot.isEmpty && unsyncedBoot == boot
    }

    /// The digest's row and how to recognise it again, as parameters `?1` to `?23` of an insertion (all but `id`).
    static func values(
        _ name: BlobName, _ description: MediaDescription, identity: FileIdentity, allocated: Int64, storedAt: WallTime,
        unsyncedBoot: String?, place: BlobPlace
    ) -> [SQLiteValue] {
        [
            .bytes(name.digest.bytes), .text(name.fileExtension), .integer(identity.bytes), .integer(allocated),
            .integer(identity.inode), .integer(identity.modifiedNanoseconds), .integer(storedAt.milliseconds),
            SQLiteValue(unsyncedBoot), .text(description.kind), .text(description.format), .text(description.mime),
            .text(description.type), SQLiteValue(description.width.map(Int64.init)),
            SQLiteValue(description.height.map(Int64.init)), SQLiteValue(description.frames.map(Int64.init)),
            SQLiteValue(description.durationMilliseconds.map { Int64(clamping: $0) }),
            .text(description.codecs.joined(separator: ",")),
            SQLiteValue(description.hasAlpha.map { $0 ? Int64(1) : 0 }),
            .integer(Int64(clamping: description.canvasPixels)), .integer(Int64(clamping: description.trailingBytes)),
            .integer(place.queue.rawValue), .integer(place.sequence), .integer(place.pinnedUntil.milliseconds),
        ]
    }
}

/// Where a blob stands among those that eviction looks at.
struct BlobPlace: Sendable, Equatable {
    /// Before all that were stored: what nobody is known to have asked for.
    static let first: Int64 = -1

    /// Its queue.
    var queue: S3FIFO.Queue
    /// Its place in the queue; the lowest goes first.
    var sequence: Int64
    /// Until when it is left alone; 0 for not at all.
    var pinnedUntil: WallTime
}

/// An entry's row with its blob's.
struct StoredEntry: Sendable, Equatable {
    /// The row.
    var id: Int64
    /// What callers see.
    var entry: CacheEntry
    /// The blob's row; nil for a failure.
    var blob: StoredBlob?

    /// The columns of the table `entries` and, from column 14 on, of `blobs`; nil for a row that points to nothing.
    init?(_ row: SQLiteRow, layout: CacheLayout) {
        guard let id = row.integer(0), let key = row.text(1) else { return nil }
        let content: CacheEntry.Content
        if row.integer(3) == nil {
            guard let reason = row.text(4) else { return nil }
            content = .failure(
                RememberedFailure(
                    reason: reason, detail: row.text(5) ?? "", httpStatus: row.integer(6).flatMap { Int(exactly: $0) },
                    policy: row.text(13)))
        } else {
            guard let stored = StoredBlob(row, from: 14, layout: layout) else { return nil }
            blob = stored
            content = .blob(stored.blob)
        }
        self.id = id
        entry = CacheEntry(
            key: key, content: content, etag: row.text(7), lastModified: row.text(8),
            storedAt: WallTime(milliseconds: row.integer(9) ?? 0),
            freshUntil: WallTime(milliseconds: row.integer(10) ?? 0),
            staleWhileRevalidateUntil: row.integer(11).map { WallTime(milliseconds: $0) },
            staleIfErrorUntil: row.integer(12).map { WallTime(milliseconds: $0) })
    }

    /// An entry's columns as parameters `?1` to `?14` of an insertion.
    static func values(_ entry: CacheEntry, id: Int64, blob: Int64?) -> [SQLiteValue] {
        var failure: RememberedFailure?
        if case .failure(let remembered) = entry.content { failure = remembered }
        return [
            .integer(id), .text(entry.key), .text(host(ofKey: entry.key)), SQLiteValue(blob),
            SQLiteValue(failure?.reason), SQLiteValue(failure?.detail),
            SQLiteValue(failure?.httpStatus.map(Int64.init)), SQLiteValue(entry.etag), SQLiteValue(entry.lastModified),
            .integer(entry.storedAt.milliseconds), .integer(entry.freshUntil.milliseconds),
            SQLiteValue(entry.staleWhileRevalidateUntil?.milliseconds),
            SQLiteValue(entry.staleIfErrorUntil?.milliseconds), SQLiteValue(failure?.policy),
        ]
    }
}

extension CacheTotals {
    /// The row of the table `totals`: bytes, allocated, blobs, entries, failures, pinned.
    init(_ row: SQLiteRow) {
        self.init(
            bytes: row.integer(0) ?? 0, allocatedBytes: row.integer(1) ?? 0, blobs: row.integer(2) ?? 0,
            entries: row.integer(3) ?? 0, failures: row.integer(4) ?? 0, pinnedBytes: row.integer(5) ?? 0)
    }
}
