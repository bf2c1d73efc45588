/// The sizes over which a vendor's server refuses or cuts a field.
enum NotificationLimits {
    /// Bytes of a collapse identifier (`apns-collapse-id`).
    static let collapseID = 64
    /// Bytes of OneSignal's additional data.
    static let additionalData = 2_048

    /// The fields that have a limit.
    static func limited(_ rules: [FieldRule]) -> [FieldRule] {
        rules.filter { ["collapseId", "additionalData"].contains($0.name) }
    }

    /// A warning for each field over its limit.
    static func warnings(_ rules: [FieldRule], _ documents: inout NestedDocuments) -> [ContentWarning] {
        var warnings: [ContentWarning] = []
        for rule in rules {
            switch rule.name {
            case "collapseId":
                guard let site = rule.copied(from: &documents) else { continue }
                guard let warning = documents.text(site).flatMap({ collapseWarning($0) }) else { continue }
                warnings.append(warning)
            case "additionalData":
                // No part is larger than the whole, which spares most payloads the measuring.
                guard documents[0].bytes.count > additionalData else { continue }
                let length = rule.size(in: &documents)
                guard length > additionalData else { continue }
                warnings.append(
                    ContentWarning(
                        .dataTooLarge, "the additional data have \(length) bytes, \(additionalData) are allowed"))
            default:
                continue
            }
        }
        return warnings
    }

    /// A warning if a collapse identifier is too long.
    static func collapseWarning(_ identifier: String) -> ContentWarning? {
        let length = identifier.utf8.count
        guard length > collapseID else { return nil }
        return ContentWarning(.collapseIDTooLong, "the collapse id has \(length) bytes, \(collapseID) are allowed")
    }
}
