/// One place of a dialect where media stand.
struct MediaPlace: Sendable {
    /// How the media are laid out at the base.
    enum Shape: Sendable {
        /// One URL, at a path from the base.
        case value(JSONPath)
        /// The base is an object: its members' names are identifiers, their values URLs.
        case members
        /// The base is an array: in each element the URL is at this path (without steps: the element itself).
        case elements(JSONPath)
    }

    /// Where an identifier comes from. `members` have their own.
    enum IdentifierRule: Sendable {
        /// The payload has none.
        case none
        /// The vendor's software hard-codes it.
        case constant(String)
        /// A string at a path from the base, or from the element.
        case value(JSONPath)
    }

    /// Where the media's description begins.
    let base: JSONPath
    let shape: Shape
    let identifier: IdentifierRule
    /// The payload's word for the type: a path from the base, or from the element.
    let typeHint: JSONPath?
    let options: OptionsRule?
    /// The URL that stands in if the first one fails: a path from the base, or from the element.
    let fallback: JSONPath?
    let role: MediaReference.Role?
    let platform: MediaReference.Platform?

    init(
        _ base: JSONPath, _ shape: Shape, identifier: IdentifierRule = .none, typeHint: JSONPath? = nil,
        options: OptionsRule? = nil, fallback: JSONPath? = nil, role: MediaReference.Role? = nil,
        platform: MediaReference.Platform? = nil
    ) {
        self.base = base
        self.shape = shape
        self.identifier = identifier
        self.typeHint = typeHint
        self.options = options
        self.fallback = fallback
        self.role = role
        self.platform = platform
    }
}
