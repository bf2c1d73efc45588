import Glibc
import Synchronization
import Telemetry

extension AttachmentCache {
    /// Seconds for which a blob without an entry stays, counted from its storing (adopted ones: from the cache's opening).
    static let unreferencedLifetime: Int64 = 3600
    /// Rows in one transaction of upkeep, so that lookups get their turn.
    private static let page: Int64 = 200

    /// Opens the index of a cache for reading alone, whoever holds the cache.
    ///
    /// - Throws: `missing` where there is no index.
    package static func openReadOnly(directory: String) throws(CacheError) -> ReadOnlyCache {
        do throws(SystemCallError) {
            let layout = CacheLayout(root: try CacheOpener.absolutePath(directory))
            _ = try FileSystemCalls.system.statusAt(layout.index)
            return ReadOnlyCache(layout: layout, threads: try OwnedThreads(count: 1, name: "cache-read"))
        } catch  where error.meansGone {
            throw .missing(path: directory)
        } catch  where error.code == EACCES {
            throw .notPermitted(path: directory, detail: error.description)
        } catch {
            throw CacheError(error)
        }
    }

    /// What the index says of its content, read beside the writer.
    package func statistics() async throws(CacheError) -> CacheStatistics {
        // On a full disk, of all times, who asks is not to be refused for want of the last minute's uses.
        _ = try? await index.recordUses()
        return try await ReadOnlyCache(layout: layout, threads: disk).statistics()
    }

    /// A page of entries, read beside the writer.
    package func list(_ request: CacheListRequest) async throws(CacheError) -> CachePage {
        try await ReadOnlyCache(layout: layout, threads: disk).list(request)
    }

    /// Hashes every blob and compares folders with index.
    ///
    /// With `repair`, what is wrong or gone is dropped, files without a row get one, and entries without a blob go.
    /// `progress` is called after each page of blobs. Ends early, with what it has, when the task is cancelled. One that
    /// was interrupted less than a day ago is gone on with, behind the blobs that it found right or repaired.
    package func verify(
        repair: Bool, progress: @Sendable (VerifyProgress) -> Void = { _ in }
    ) async throws(CacheError) -> VerifyReport {
        await adoptionEnded()
        var report = VerifyReport()
        let total = try await index.totals().blobs
        var last: Int64
        (last, report.skipped) = try await index.verified()
        defer { verification.withLock { $0 = nil } }
        while !Task.isCancelled, let page = try await index.page(after: last, limit: AttachmentCache.page) {
            for blob in page.blobs where !Task.isCancelled {
                try await verify(blob, repair: repair, into: &report)
            }
            guard !Task.isCancelled else { return report }
            last = page.last ?? .max
            // What is wrong and stays so must be found again.
            if repair || report.isClean { try await index.setVerified(last) }
            let done = report.skipped + report.checked
            let state = VerifyProgress(checked: done, total: max(total, done))
            verification.withLock { $0 = state }
            progress(state)
        }
        guard !Task.isCancelled else { return report }
        try await index.setVerified(0)
        report.ghosts = try await countGhosts(removing: repair)
        let adopter = adopter(pinnedUntil: WallTime(milliseconds: 0))
        for shard in 0..<256 where !Task.isCancelled {
            for files in await adopter.files(inShard: shard).pages {
                let orphans = try await index.withoutRow(files)
                report.orphans += Int64(orphans.count)
                if repair { _ = try await index.adopt(orphans, pinnedUntil: adopter.pinnedUntil) }
            }
        }
        return report
    }

    /// How far the verification is that runs at this moment; nil if none does.
    package var verificationProgress: VerifyProgress? {
        verification.withLock { $0 }
    }

    /// Removes what nobody can use any more: failures that are over, blobs that no URL has named for an hour (unless they
    /// are pinned), files without a row that are older than that, entries without a blob.
    package func gc() async throws(CacheError) -> RemovalReport {
        await adoptionEnded()
        try await index.recordPins()
        let now = clocks.wall()
        let border = now.advanced(bySeconds: -AttachmentCache.unreferencedLifetime)
        var report = RemovalReport()
        while case let removed = try await index.removeFailures(overBefore: now, limit: AttachmentCache.page),
            removed > 0
        {
            report.failures += removed
        }
        report.entries = try await countGhosts(removing: true)
        // What was adopted at the opening has no time of its own.
        let adoptedToo = openedAt < border
        try await removeUnreferenced(storedBefore: border, adoptedToo: adoptedToo, sparing: now, into: &report)
        try await removeOrphans(changedBefore: border, into: &report)
        return report
    }

    /// Forgets URLs, and removes the blobs that no other URL names.
    package func purge(_ target: PurgeTarget) async throws(CacheError) -> RemovalReport {
        await adoptionEnded()
        var report = RemovalReport()
        switch target {
        case .url(let key):
            report = try await index.purge(key: key)
        case .host(let host):
            report = try await purge(host: host, storedBefore: WallTime(milliseconds: .max))
        case .olderThan(let time):
            report = try await purge(host: nil, storedBefore: time)
            try await removeUnreferenced(storedBefore: time, adoptedToo: true, into: &report)
        case .all:
            report = try await purge(host: nil, storedBefore: WallTime(milliseconds: .max))
            try await removeUnreferenced(
                storedBefore: WallTime(milliseconds: .max), adoptedToo: true, into: &report)
            try await removeOrphans(changedBefore: WallTime(milliseconds: .max), into: &report)
        }
        return report
    }

    private func purge(host: String?, storedBefore time: WallTime) async throws(CacheError) -> RemovalReport {
        var report = RemovalReport()
        var next: Int64? = .min
        while let first = next {
            next = try await index.purge(from: first, host: host, storedBefore: time, into: &report)
        }
        return report
    }

    private func removeUnreferenced(
        storedBefore time: WallTime, adoptedToo: Bool, sparing pinned: WallTime = WallTime(milliseconds: .max),
        into report: inout RemovalReport
    ) async throws(CacheError) {
        var next: Int64? = 0
        while let last = next {
            next = try await index.removeUnreferenced(
                after: last, storedBefore: time, adoptedToo: adoptedToo, sparing: pinned, into: &report)
        }
    }

    private func countGhosts(removing: Bool) async throws(CacheError) -> Int64 {
        var count: Int64 = 0
        var next: Int64? = .min
        while let first = next {
            next = try await index.countGhosts(from: first, removing: removing, into: &count)
        }
        return count
    }

    private func verify(
        _ blob: StoredBlob, repair: Bool, into report: inout VerifyReport
    ) async throws(CacheError) {
        let check = BlobCheck(calls: calls)
        let verdict = await disk.run { check.examine(blob) }
        report.checked += 1
        report.checkedBytes = saturatingSum(report.checkedBytes, max(0, blob.identity.bytes))
        switch verdict {
        case .right: break
        case .wrong: if report.corrupt.count < VerifyReport.listed { report.corrupt.append(blob.name.digest) }
        case .gone: if report.missing.count < VerifyReport.listed { report.missing.append(blob.name.digest) }
        case .unreadable: report.unreadable += 1
        }
        // Blobs that are as they were leave nothing to write.
        if case .right(let status) = verdict, status.identity == blob.identity, blob.unsyncedBoot == nil { return }
        if repair { _ = try await index.act(on: verdict, blob) }
    }

    func adopter(pinnedUntil: WallTime) -> BlobAdopter {
        BlobAdopter(index: index, calls: calls, disk: disk, pinnedUntil: pinnedUntil)
    }

    private func removeOrphans(changedBefore time: WallTime, into report: inout RemovalReport) async throws(CacheError)
    {
        let adopter = adopter(pinnedUntil: WallTime(milliseconds: 0))
        for shard in 0..<256 where !Task.isCancelled {
            let old = await adopter.files(inShard: shard).filter { file in
                file.status.identity.modifiedNanoseconds / 1_000_000 < time.milliseconds
            }
            for files in old.pages {
                let removed = try await index.removeOrphans(files)
                report.orphans += Int64(removed.count)
                report.freedBytes = removed.reduce(report.freedBytes) { saturatingSum($0, $1.status.allocated) }
            }
        }
    }
}
