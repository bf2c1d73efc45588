import Fixtures

/// The shared corpus's entries, read line by line: its manifest has one field a line.
struct StreamCorpusEntry: Sendable {
    var file = ""
    var format: String?
    var isAccepted = false
    var reason: String?
    var isCertain = false
    var width: UInt32?
    var height: UInt32?
    var duration: Double?

    /// Every entry of the manifest; none where the shared data are absent.
    static func all() throws -> [StreamCorpusEntry] {
        guard let shared = Fixture.shared else { return [] }
        let text = String(decoding: try Fixture.readFile(shared + "/corpus/manifest.json"), as: UTF8.self)
        var entries: [StreamCorpusEntry] = []
        for line in text.split(separator: "\n") {
            if line == " {" { entries.append(StreamCorpusEntry()) }
            guard line.hasPrefix("  \""), !entries.isEmpty else { continue }
            entries[entries.count - 1].take(line.dropFirst(3))
        }
        return entries
    }

    /// The file's bytes.
    func bytes() throws -> [UInt8] {
        try Fixture.readFile((Fixture.shared ?? "") + "/corpus/" + file)
    }

    /// Takes a field from what follows its opening quote, `file": "aac/adif.aac",`.
    private mutating func take(_ line: Substring) {
        guard let quote = line.firstIndex(of: "\"") else { return }
        let name = line[..<quote]
        var value = line[quote...].dropFirst(3)
        if value.last == "," { value = value.dropLast() }
        let text = value.hasPrefix("\"") ? String(value.dropFirst().dropLast()) : nil
        switch name {
        case "file": file = text ?? ""
        case "format": format = text
        case "verdict": isAccepted = text == "accept"
        case "reason": reason = text
        case "confidence": isCertain = text == "certain"
        case "display_width": width = UInt32(value)
        case "display_height": height = UInt32(value)
        case "duration_s": duration = Double(value)
        default: break
        }
    }
}
