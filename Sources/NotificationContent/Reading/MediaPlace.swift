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
        /// The base is an array of which only the first element counts: in it the URL is at this path.
        case firstElement(JSONPath)
        /// The base is an array: each element has an array at `list`, in whose elements the URL is at `url`.
        case elementsOfEach(list: JSONPath, url: JSONPath)
    }

    /// Where an identifier comes from. `members` have their own.
    enum IdentifierRule: Sendable {
        /// The payload has none.
        case none
        /// The vendor's software hard-codes it.
        case constant(String)
        /// A string at a path from the base, or from the element.
        case value(JSONPath)
        /// The same, or else the element's number in its array, from 0.
        case valueOrIndex(JSONPath)
        /// What stands behind the last slash of the URL's path.
        case lastURLPart
    }

    /// A string that must stand beside the URL, at a path from the base or from the element.
    struct Companion: Sendable {
        let path: JSONPath
        let text: String
    }

    /// Where the media's description begins.
    let base: JSONPath
    let shape: Shape
    let identifier: IdentifierRule
    let typeHint: TypeHintRule?
    let options: OptionsRule?
    /// The URL that stands in if the first one fails: a path from the base, or from the element.
    let fallback: JSONPath?
    let role: MediaReference.Role?
    /// A flag that makes the role `lazy`: a path from the base, or from the element.
    let lazy: JSONPath?
    let platform: MediaReference.Platform?
    /// What must stand beside a URL for it to count.
    let companion: Companion?
    /// Whether the place counts only if the ones before it hold no media.
    let isAlternative: Bool
    /// Whether a URL of another scheme is left out, because the vendor's own software does so.
    let isHTTPSOnly: Bool
    /// What a text that is no URL is put behind, for vendors that send paths; without it such a text is left out.
    let origin: String?

    init(
        _ base: JSONPath, _ shape: Shape, identifier: IdentifierRule = .none, typeHint: TypeHintRule? = nil,
        options: OptionsRule? = nil, fallback: JSONPath? = nil, role: MediaReference.Role? = nil,
        lazy: JSONPath? = nil, platform: MediaReference.Platform? = nil, companion: Companion? = nil,
        isAlternative: Bool = false, isHTTPSOnly: Bool = false, origin: String? = nil
    ) {
        self.base = base
        self.shape = shape
        self.identifier = identifier
        self.typeHint = typeHint
        self.options = options
        self.fallback = fallback
        self.role = role
        self.lazy = lazy
        self.platform = platform
        self.companion = companion
        self.isAlternative = isAlternative
        self.isHTTPSOnly = isHTTPSOnly
        self.origin = origin
    }

    /// An Android slot under one of the payload's own keys, which is its identifier.
    static func android(
        _ key: JSONKey, _ role: MediaReference.Role = .bigPicture, isAlternative: Bool = false
    ) -> MediaPlace {
        MediaPlace(
            [], .value([.member(key)]), identifier: .constant(key.text), role: role, platform: .android,
            isAlternative: isAlternative)
    }

    /// The URL that a text stands for at this place; nil if it is none that counts.
    func source(_ text: String) -> String? {
        guard let source = MediaURL.read(text) else { return origin.flatMap { MediaURL.read(text, behind: $0) } }
        return isHTTPSOnly && !MediaURL.isHTTPS(source) ? nil : source
    }
}
