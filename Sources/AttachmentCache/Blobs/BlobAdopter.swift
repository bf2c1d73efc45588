import Telemetry

/// Finds blobs that have no row, after an unclean stop or the loss of the index, and gives them one.
///
/// Runs in the background, a shard at a time. An adopted blob is hashed before its first use, because its row is made
/// not to fit its file, and is the first to be evicted.
struct BlobAdopter: Sendable {
    /// What an extension says of adopted bytes; only the inspection that made the blob knew more.
    static let descriptions: [String: MediaDescription] = [
        "jpg": MediaDescription(kind: "image", format: "jpeg", mime: "image/jpeg", type: "public.jpeg"),
        "png": MediaDescription(kind: "image", format: "png", mime: "image/png", type: "public.png"),
        "gif": MediaDescription(kind: "image", format: "gif", mime: "image/gif", type: "com.compuserve.gif"),
        "tiff": MediaDescription(kind: "image", format: "tiff", mime: "image/tiff", type: "public.tiff"),
        "mpg": MediaDescription(kind: "video", format: "mpeg", mime: "video/mpeg", type: "public.mpeg"),
        "mp4": MediaDescription(kind: "video", format: "mp4", mime: "video/mp4", type: "public.mpeg-4"),
        "mov": MediaDescription(
            kind: "video", format: "mov", mime: "video/quicktime", type: "com.apple.quicktime-movie"),
        "mp3": MediaDescription(kind: "audio", format: "mp3", mime: "audio/mpeg", type: "public.mp3"),
        "aac": MediaDescription(kind: "audio", format: "aac", mime: "audio/aac", type: "public.aac-audio"),
        "m4a": MediaDescription(kind: "audio", format: "m4a", mime: "audio/mp4", type: "public.mpeg-4-audio"),
        "wav": MediaDescription(kind: "audio", format: "wav", mime: "audio/wav", type: "com.microsoft.waveform-audio"),
        "caf": MediaDescription(kind: "audio", format: "caf", mime: "audio/x-caf", type: "com.apple.coreaudio-format"),
        "avi": MediaDescription(kind: "video", format: "avi", mime: "video/x-msvideo", type: "public.avi"),
        "aiff": MediaDescription(kind: "audio", format: "aiff", mime: "audio/aiff", type: "public.aiff-audio"),
    ]

    /// More names than this in one shard are left for the next unclean stop; 256 shards hold 25 million.
    static let namesPerShard = 100_000

    let index: CacheIndex
    let calls: FileSystemCalls
    let disk: OwnedThreads
    /// Until when adopted blobs stay.
    let pinnedUntil: WallTime

    /// Looks through all shards; ends early when the task is cancelled.
    func run() async {
        for shard in 0..<256 where !Task.isCancelled {
            for page in await files(inShard: shard).pages where !Task.isCancelled {
                let adopted = try? await index.adopt(page, pinnedUntil: pinnedUntil)
                index.counters.update { $0.adopted += adopted ?? 0 }
            }
        }
        await index.boundPins()
        await index.makeRoom()
    }

    /// The blobs' files of one shard.
    func files(inShard shard: Int) async -> [FoundFile] {
        let folder = index.layout.shards + "/" + (shard < 16 ? "0" : "") + String(shard, radix: 16)
        return await disk.run { [calls] in
            let names = (try? calls.names(folder, BlobAdopter.namesPerShard)) ?? []
            return names.compactMap { text in
                guard let name = BlobName(text), let status = try? calls.statusAt(folder + "/" + text) else {
                    return nil
                }
                guard status.isRegular, status.identity.bytes > 0 else { return nil }
                return FoundFile(name: name, status: status)
            }
        }
    }
}

/// A file that has a blob's name.
struct FoundFile: Sendable, Equatable {
    var name: BlobName
    var status: FileStatus
}

extension [FoundFile] {
    /// Few at a time, so that nobody who waits for the index waits long.
    var pages: [[FoundFile]] {
        stride(from: 0, to: count, by: 64).map { Array(self[$0..<Swift.min($0 + 64, count)]) }
    }
}

extension CacheIndex {
    /// Gives a row to each file whose digest has none and whose extension is one of ours; it stays until `pinnedUntil`,
    /// because a descriptor may name it. Returns how many.
    func adopt(_ files: [FoundFile], pinnedUntil: WallTime) throws(CacheError) -> Int {
        let missing = try withoutRow(files).filter { BlobAdopter.descriptions[$0.name.fileExtension] != nil }
        guard !missing.isEmpty else { return 0 }
        try change { database throws(SQLiteError) in
            for file in missing {
                guard let description = BlobAdopter.descriptions[file.name.fileExtension] else { continue }
                // No file was ever changed at this time, so the first use finds a difference and hashes.
                var identity = file.status.identity
                identity.modifiedNanoseconds = .min
                _ = try database.put(
                    StoredBlob.values(
                        file.name, description, identity: identity, allocated: file.status.allocated,
                        storedAt: WallTime(milliseconds: 0), unsyncedBoot: unsyncedBoot,
                        place: BlobPlace(queue: .small, sequence: BlobPlace.first, pinnedUntil: pinnedUntil)))
            }
        }
        return missing.count
    }

    /// Those of `files` whose digest has no row, and which are still there.
    func withoutRow(_ files: [FoundFile]) throws(CacheError) -> [FoundFile] {
        try attempt { database throws(SQLiteError) in
            var missing: [FoundFile] = []
            for file in files where try database.blob(file.name.digest) == nil {
                // What is being placed gets its row from who places it.
                if isBeingPlaced(file.name.digest) { continue }
                if (try? calls.statusAt(layout.path(file.name))) != nil { missing.append(file) }
            }
            return missing
        }
    }
}
