/// Something in a request that says to whom or as what it is delivered, and the form that it must have.
struct AddressRule: Sendable {
    /// What stands there.
    enum Kind: Sendable {
        /// A device's token, or an array of them.
        case token(TokenForm)
        /// A collapse identifier that no field of the descriptor reports.
        case collapseID
    }

    let path: JSONPath
    let kind: Kind

    /// A device's token, or an array of them.
    static func token(_ form: TokenForm, at path: JSONPath) -> AddressRule {
        AddressRule(path: path, kind: .token(form))
    }

    /// A collapse identifier.
    static func collapseID(at path: JSONPath) -> AddressRule {
        AddressRule(path: path, kind: .collapseID)
    }

    /// A warning if what stands there has not the form; nil if nothing does. A token is a secret and never shown.
    func warning(_ documents: inout NestedDocuments) -> ContentWarning? {
        guard let site = documents.find(path) else { return nil }
        switch kind {
        case .collapseID:
            return documents.text(site).flatMap { NotificationLimits.collapseWarning($0) }
        case .token(let form):
            let tokens = documents[site.document]
            var values: [Int] = []
            tokens.forEachElement(of: site.token) { values.append($0) }
            if tokens.kind(site.token) != .array { values = [site.token] }
            let bad = values.count { value in !(tokens.text(value).map { form.fits($0) } ?? false) }
            guard bad > 0 else { return nil }
            let many = values.count > 1 ? "\(bad) of \(values.count) tokens are" : "the token is"
            return ContentWarning(.badToken, "\(path): \(many) not \(form.words)")
        }
    }
}
