import Fixtures
import Telemetry

@testable import AttachmentCache

/// What a disk is sure to hold after a log of changes, and what it may hold besides. No disk of its own.
///
/// As strict as POSIX: a sync of a file is sure of its content alone, a sync of a folder of its names alone, and both of what
/// was done before they were asked for. Of everything else any part may be there, with one exception: the names of one folder
/// come in their order, which every file system with a journal keeps.
struct CutDisk {
    /// What is there of that which was not synced.
    enum Survival: CaseIterable {
        /// Nothing.
        case nothing
        /// Names without content: the trace that a delayed allocation leaves.
        case names
        /// Names and sizes, with zeros for content.
        case sizes
        /// Content without names.
        case content
        /// Everything, as after `kill -9`.
        case everything
        /// Of each folder some names; of each file some writes, some of them only in some sectors.
        case chance
    }

    /// A file after the cut.
    struct Remnant {
        var path: String
        var bytes: [UInt8]
        /// Inode and time of modification as they were, which a real disk would have kept.
        var inode: Int64
        var modified: Int64
    }

    fileprivate enum Named {
        case file(Int)
        case folder
    }

    fileprivate enum Change {
        case write(at: Int, [UInt8])
        case truncate(Int)
    }

    fileprivate struct Folder {
        var durable: [String: Named] = [:]
        var pending: [(at: Int, name: String, what: Named?)] = []
        var requests = Requests()
    }

    fileprivate struct File {
        var inode: Int64
        var modified: Int64 = 0
        var durable: [UInt8] = []
        var pending: [(at: Int, change: Change)] = []
        var requests = Requests()
    }

    /// The syncs that were asked for and have not ended.
    fileprivate struct Requests {
        private var open: [(number: Int64, at: Int)] = []

        mutating func add(_ number: Int64, at clock: Int) {
            open.append((number, clock))
        }

        /// When the sync of this number was asked for: what came before is sure now. Several run at once and end in any
        /// order; to take one for another would call lost what is not.
        mutating func end(_ number: Int64) -> Int? {
            guard let index = open.firstIndex(where: { $0.number == number }) else { return nil }
            return open.remove(at: index).at
        }
    }

    fileprivate static let sector = 512

    private var files: [File] = []
    /// The file that has an inode now; inodes are used again.
    private var current: [UInt64: Int] = [:]
    private var folders: [String: Folder] = ["": Folder()]
    private var clock = 0

    /// Takes the next record of the log.
    mutating func apply(_ record: CrashRecord) {
        clock += 1
        switch record.kind {
        case .begin:
            current[record.file] = files.count
            files.append(File(inode: Int64(bitPattern: record.file)))
        case .write: change(record.file, .write(at: Int(record.offset), record.bytes))
        case .truncate: change(record.file, .truncate(Int(record.offset)))
        case .identity: if let file = current[record.file] { files[file].modified = record.offset }
        case .syncBegin: if let file = current[record.file] { files[file].requests.add(record.offset, at: clock) }
        case .syncEnd: if let file = current[record.file] { files[file].settle(record.offset) }
        case .name: if let file = current[record.file] { name(record.path, .file(file)) }
        case .unname: name(record.path, nil)
        case .folder:
            folders[record.path] = folders[record.path] ?? Folder()
            name(record.path, .folder)
        case .folderBegin: folders[record.path]?.requests.add(record.offset, at: clock)
        case .folderEnd: folders[record.path]?.settle(record.offset)
        case .allBegin:
            for index in files.indices { files[index].requests.add(record.offset, at: clock) }
            for path in folders.keys { folders[path]?.requests.add(record.offset, at: clock) }
        case .allEnd:
            for index in files.indices { files[index].settle(record.offset) }
            for path in folders.keys { folders[path]?.settle(record.offset) }
        case .promise: break
        }
    }

    /// The folders and files that are there if the power fails now.
    func cut(
        _ survival: Survival, using generator: inout SeededGenerator
    ) -> (folders: [String], files: [Remnant]) {
        var found: (folders: [String], files: [Remnant]) = ([], [])
        var rest = [""]
        while let path = rest.popLast(), let folder = folders[path] {
            found.folders.append(path)
            for (name, what) in folder.names(survival, &generator).sorted(by: { $0.key < $1.key }) {
                let path = path.isEmpty ? name : path + "/" + name
                switch what {
                case .folder: rest.append(path)
                case .file(let number):
                    let file = files[number]
                    found.files.append(
                        Remnant(
                            path: path, bytes: file.content(survival, &generator), inode: file.inode,
                            modified: file.modified))
                }
            }
        }
        return found
    }

    private mutating func change(_ inode: UInt64, _ change: Change) {
        guard let file = current[inode] else { return }
        files[file].pending.append((clock, change))
    }

    private mutating func name(_ path: String, _ what: Named?) {
        let parts = path.split(separator: "/")
        guard let name = parts.last else { return }
        folders[parts.dropLast().joined(separator: "/")]?.pending.append((clock, String(name), what))
    }
}

extension CutDisk.Folder {
    /// A request is met: what came before it is sure.
    fileprivate mutating func settle(_ number: Int64) {
        guard let request = requests.end(number) else { return }
        let count = pending.prefix { $0.at < request }.count
        durable = applying(count)
        pending.removeFirst(count)
    }

    fileprivate func names(
        _ survival: CutDisk.Survival, _ generator: inout SeededGenerator
    ) -> [String: CutDisk.Named] {
        switch survival {
        case .nothing, .content: durable
        case .names, .sizes, .everything: applying(pending.count)
        case .chance: applying(Int.random(in: 0...pending.count, using: &generator))
        }
    }

    private func applying(_ count: Int) -> [String: CutDisk.Named] {
        pending.prefix(count).reduce(into: durable) { $0[$1.name] = $1.what }
    }
}

extension CutDisk.File {
    /// As `Folder.settle`.
    fileprivate mutating func settle(_ number: Int64) {
        guard let request = requests.end(number) else { return }
        let count = pending.prefix { $0.at < request }.count
        for (_, change) in pending.prefix(count) { durable.apply(change) }
        pending.removeFirst(count)
    }

    fileprivate func content(_ survival: CutDisk.Survival, _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = durable
        for (_, change) in pending {
            switch (survival, change) {
            case (.nothing, _), (.names, _), (.sizes, .truncate): continue
            case (.sizes, .write(let start, let new)): bytes.extend(to: start + new.count)
            case (.content, _), (.everything, _): bytes.apply(change)
            case (.chance, .truncate): if Bool.random(using: &generator) { bytes.apply(change) }
            case (.chance, .write(let start, let new)):
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: continue
                case 1: bytes.apply(change)
                default: bytes.tear(at: start, new, &generator)
                }
            }
        }
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func extend(to size: Int) {
        if count < size { append(contentsOf: repeatElement(0, count: size - count)) }
    }

    fileprivate mutating func apply(_ change: CutDisk.Change) {
        switch change {
        case .truncate(let size):
            extend(to: size)
            removeLast(count - size)
        case .write(let start, let bytes):
            extend(to: start + bytes.count)
            replaceSubrange(start..<start + bytes.count, with: bytes)
        }
    }

    /// Writes some sectors of `bytes` and leaves the others.
    fileprivate mutating func tear(at start: Int, _ bytes: [UInt8], _ generator: inout SeededGenerator) {
        extend(to: start + bytes.count)
        var place = start
        while place < start + bytes.count {
            let end = Swift.min((place / CutDisk.sector + 1) * CutDisk.sector, start + bytes.count)
            if Bool.random(using: &generator) {
                replaceSubrange(place..<end, with: bytes[place - start..<end - start])
            }
            place = end
        }
    }
}
