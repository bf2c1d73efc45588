/// The notification's texts that stand elsewhere, now that it is known what became of the media.
struct ReplacedTexts: Sendable {
    private var sites: [String: NestedDocuments.Site] = [:]
    /// Which texts were replaced and why; nil if none was.
    private(set) var warning: ContentWarning?

    /// Applies a payload's rules; without outcomes nothing was fetched, and no text is replaced.
    init(_ payload: borrowing Payload, _ outcomes: [Outcome?]?) {
        guard !payload.texts.isEmpty, let outcomes, var documents = payload.documents else { return }
        var attached = 0
        var failed = 0
        for (reference, outcome) in zip(payload.references, outcomes) where Self.isForApple(reference) {
            switch outcome {
            case .attached: attached += 1
            case .failed: failed += 1
            case nil: break
            }
        }
        var replaced: [TextRule] = []
        for rule in payload.texts where rule.occasion.hasCome(attached: attached, failed: failed) {
            guard let site = documents.find(rule.path), let text = documents.text(site), !text.isEmpty else { continue }
            let field = payload.content.first { $0.name == rule.field.rawValue }
            let current = field?.copied(from: &documents).flatMap { documents.text($0) }
            guard text != current else { continue }
            sites[rule.field.rawValue] = site
            replaced.append(rule)
        }
        guard let occasion = replaced.first?.occasion else { return }
        let fields = replaced.map(\.field.rawValue).joined(separator: ", ")
        warning = ContentWarning(.textReplaced, "\(fields): \(Self.reason(occasion))")
    }

    /// Whether no text is replaced, as in most payloads.
    var isEmpty: Bool { sites.isEmpty }

    /// Where a field's text stands instead; nil if it stays where it is.
    subscript(field: String) -> NestedDocuments.Site? {
        sites[field]
    }

    private static func isForApple(_ reference: MediaReference) -> Bool {
        reference.role != .lazy && (reference.platform == nil || reference.platform == .ios)
    }

    private static func reason(_ occasion: TextRule.Occasion) -> String {
        switch occasion {
        case .allAttached, .anyAttached: "the media are attached, and the payload has this text for them"
        case .noneAttached: "no media are attached, and the payload has this text in their place"
        case .always: "the vendor's own software shows this text in place of the alert's"
        }
    }
}
