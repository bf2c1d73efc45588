import Fixtures

/// One file of the shared corpus and what its manifest says of it.
struct ISOCorpusEntry {
    let file: String
    let format: String?
    let width: UInt32?
    let height: UInt32?
    let duration: Double?
    let isAccepted: Bool
    let reason: String?
    let isCertain: Bool

    /// Every file of the manifest, which has one field a line, indented by two spaces.
    static func all(in folder: String) throws -> [ISOCorpusEntry] {
        let text = String(decoding: try Fixture.readFile(folder + "/manifest.json"), as: UTF8.self)
        var entries: [ISOCorpusEntry] = []
        var fields: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            if line.hasPrefix("  \""), let colon = line.firstRange(of: "\": ") {
                let key = line[line.index(line.startIndex, offsetBy: 3)..<colon.lowerBound]
                fields[key] = line[colon.upperBound...].trimmingSuffix(",")
            } else if line.hasPrefix(" }") {
                entries.append(ISOCorpusEntry(fields))
                fields = [:]
            }
        }
        return entries
    }

    private init(_ fields: [Substring: Substring]) {
        func string(_ key: Substring) -> String? {
            guard let value = fields[key], value.hasPrefix("\"") else { return nil }
            return String(value.dropFirst().dropLast())
        }
        file = string("file") ?? ""
        format = string("format")
        width = fields["display_width"].flatMap { UInt32($0) }
        height = fields["display_height"].flatMap { UInt32($0) }
        duration = fields["duration_s"].flatMap { Double($0) }
        isAccepted = string("verdict") == "accept"
        reason = string("reason")
        isCertain = string("confidence") == "certain"
    }
}

extension Substring {
    fileprivate func trimmingSuffix(_ suffix: Character) -> Substring {
        last == suffix ? dropLast() : self
    }
}
