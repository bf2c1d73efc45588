/// What a payload says of how long it is delivered and whether it is shown for a second time.
enum Lifecycle {
    /// Where a data message that came through Google or Huawei has the seconds for which it is kept.
    static let dataMessage: [JSONPath] = [["google.ttl"], ["hms.ttl"]]

    /// The longest of the times at the paths, in whole seconds; nil if there is none.
    static func seconds(_ paths: [JSONPath], in documents: inout NestedDocuments) -> Int64? {
        var longest: Int64?
        for path in paths {
            guard let site = documents.find(path), let seconds = whole(site, in: documents) else { continue }
            longest = max(longest ?? 0, seconds)
        }
        return longest
    }

    /// Whether one of the paths leads to a yes: `true`, 1, or one of them in a string.
    static func says(yes paths: [JSONPath], in documents: inout NestedDocuments) -> Bool {
        for path in paths {
            guard let site = documents.find(path) else { continue }
            if documents[site.document].isTrue(site.token) { return true }
            if let text = documents.text(site), text == "true" || text == "1" { return true }
        }
        return false
    }

    /// A number that is not negative, without its decimals; it may stand in a string, with the unit `s` behind it
    /// (the JSON form of protobuf's Duration).
    static func whole(_ site: NestedDocuments.Site, in documents: NestedDocuments) -> Int64? {
        let tokens = documents[site.document]
        guard let text = tokens.text(site.token) else {
            return tokens.number(site.token).flatMap { Int64(exactly: $0.rounded(.down)) }.flatMap { $0 < 0 ? nil : $0 }
        }
        var digits = text.utf8[...]
        if digits.last == UInt8(ascii: "s") { digits.removeLast() }
        if let point = digits.firstIndex(of: UInt8(ascii: ".")) {
            guard digits[point...].dropFirst().allSatisfy(isDigit) else { return nil }
            digits = digits[..<point]
        }
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        return Int64(String(Substring(digits)))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension Payload {
    /// For how many seconds the payload asks to be delivered: the longest of what it says for each system; nil if it
    /// says nothing. Read anew with each call.
    package var timeToLive: Int64? {
        guard let layout, var documents else { return nil }
        return Lifecycle.seconds(layout.timeToLive, in: &documents)
    }

    /// Whether this is a OneSignal notification that a device shows for a second time, after its start. Read anew with
    /// each call.
    package var isRestoring: Bool {
        guard let layout, var documents else { return false }
        return Lifecycle.says(yes: layout.restoring, in: &documents)
    }
}
