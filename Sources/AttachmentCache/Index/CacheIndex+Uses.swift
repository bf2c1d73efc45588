import Telemetry

/// Takes what `BlobUses` notes in memory to the disk.
extension CacheIndex {
    /// Reads what an earlier process counted; without it the blobs only look less used than they are.
    func loadUses() {
        let stored = Result { () throws(CacheError) in
            try attempt { database throws(SQLiteError) in try database.useChunks() }
        }
        if case .success(let chunks) = stored { uses.merge(chunks) }
    }

    /// Records counters, hits, misses and pins.
    func recordUses() throws(CacheError) {
        let taken = uses.takeAll()
        guard !taken.chunks.isEmpty || !taken.pins.isEmpty || taken.hits > 0 || taken.misses > 0 else { return }
        do throws(CacheError) {
            try change { database throws(SQLiteError) in
                try database.record(taken)
                for (digest, until) in taken.pins { try database.pin(digest, until: until) }
            }
        } catch {
            uses.forgetPins()
            throw error
        }
        boundPins()
    }

    /// What is done each minute.
    func endMinute() async {
        // What cannot be written now is lost, and the next minute writes again: it is only who was used how often.
        _ = Result { () throws(CacheError) in try recordUses() }
        if pinsGaveWay {
            pinsGaveWay = false
            uses.forgetPins()
        }
        await freeExpiredPins()
        await makeRoom()
    }

    /// Records pins that wait, for whoever noted the first of them.
    func recordNotedPins() {
        // What cannot be written now is noted again with the next answers.
        _ = Result { () throws(CacheError) in try recordPins() }
    }
}
