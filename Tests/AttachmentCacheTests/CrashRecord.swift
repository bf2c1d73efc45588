import Fixtures

/// One line of the log of a disk (`CCrash.h` says what each kind means).
struct CrashRecord {
    enum Kind: Int64 {
        case begin = 1
        case write, truncate, syncBegin, syncEnd, name, unname, folder, folderBegin, folderEnd, promise, identity
        case allBegin, allEnd
    }

    var kind: Kind
    var file: UInt64
    var offset: Int64
    /// Below the root, without a leading slash; empty for the root itself. A promise's text.
    var path: String
    var bytes: [UInt8]

    /// Whether a power cut right after it is of interest: something was asked of the disk, done by it or promised.
    var isInstant: Bool {
        switch kind {
        case .syncBegin, .syncEnd, .folderBegin, .folderEnd, .allBegin, .allEnd, .promise: true
        default: false
        }
    }

    /// The whole of a log; its last line may be cut.
    static func read(_ path: String, root: String) throws -> [CrashRecord] {
        let log = try Fixture.readFile(path)
        var records: [CrashRecord] = []
        var place = 0
        func number(_ index: Int) -> Int64 {
            let start = place + index * 8
            return log[start..<start + 8].reversed().reduce(0) { $0 << 8 | Int64($1) }
        }
        while place + 40 <= log.count, let kind = Kind(rawValue: number(0)) {
            let (file, offset, pathLength, count) = (number(1), number(2), Int(number(3)), Int(number(4)))
            let bytes = place + 40 + pathLength
            guard bytes + count <= log.count else { break }
            var path = String(decoding: log[place + 40..<bytes], as: UTF8.self)
            if path.hasPrefix(root) { path = String(path.dropFirst(root.count).drop { $0 == "/" }) }
            records.append(
                CrashRecord(
                    kind: kind, file: UInt64(bitPattern: file), offset: offset, path: path,
                    bytes: Array(log[bytes..<bytes + count])))
            place = bytes + count
        }
        return records
    }
}
