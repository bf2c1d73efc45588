/// What a content extension lays a notification out by before anything has loaded (DESIGN section 5): the category, the
/// height of its view to the width, and the actions.
struct Presentation: JSONValue {
    private let category: JSONFragment?
    private let initialContentSizeRatio: Double?
    private let actions: [NotificationAction]

    /// Nil where nothing is known of it.
    ///
    /// The ratio is that of the first attachment, or without one of the first that was prepared, and absent where that
    /// has no dimensions (`UNNotificationExtensionInitialContentSizeRatio`).
    init?(_ payload: borrowing Payload, _ attachments: [AttachmentReport]) {
        var category: JSONFragment?
        var actions: [NotificationAction] = []
        if let layout = payload.layout, var documents = payload.documents {
            if let site = layout.category?.copied(from: &documents), documents.text(site) != "" {
                category = JSONFragment(documents[site.document], site.token)
            }
            if let rule = layout.actions, category == nil || !rule.givesWayToCategory {
                actions = rule.actions(in: &documents)
                if rule.reversesPair, actions.count == 2 { actions.reverse() }
            }
        }
        let first = attachments.firstIndex { $0.reference.role != .lazy } ?? attachments.indices.first
        initialContentSizeRatio = first.flatMap {
            Self.ratio(width: attachments[$0].media.width, height: attachments[$0].media.height)
        }
        self.category = category
        self.actions = actions
        if category == nil && initialContentSizeRatio == nil && actions.isEmpty { return nil }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("categoryIdentifier", category)
            writer.member("initialContentSizeRatio", initialContentSizeRatio)
            if !actions.isEmpty { writer.array("actions", of: actions) }
        }
    }

    private static func ratio(width: UInt32?, height: UInt32?) -> Double? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return Double(height) / Double(width)
    }
}
