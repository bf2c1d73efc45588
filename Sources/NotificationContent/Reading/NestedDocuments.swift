/// A payload's document and the documents that its strings hold, each indexed when a path first leads into it.
struct NestedDocuments: Sendable {
    /// A value in one of the documents.
    struct Site: Sendable, Hashable {
        /// 0 for the payload itself.
        let document: Int
        let token: Int

        /// The payload's own value.
        static let root = Site(document: 0, token: 0)
    }

    /// A document, and the string that holds it; nil for the payload itself.
    private struct Held: Sendable {
        let tokens: JSONTokens
        let holder: Site?
    }

    private var held: [Held]
    /// What was found behind each string that was looked into; nil if it holds no JSON.
    private var known: [Site: Int?] = [:]

    init(_ payload: JSONTokens) {
        held = [Held(tokens: payload, holder: nil)]
    }

    /// How many documents are indexed; one lies always behind the one that holds it.
    var count: Int { held.count }

    /// A document's tokens.
    subscript(document: Int) -> JSONTokens { held[document].tokens }

    /// The string that holds a document; nil for the payload itself.
    func holder(of document: Int) -> Site? {
        held[document].holder
    }

    /// What the value at a site is.
    func kind(_ site: Site) -> JSONTokens.Kind {
        held[site.document].tokens.kind(site.token)
    }

    /// The text of a string; nil for another kind.
    func text(_ site: Site) -> String? {
        held[site.document].tokens.text(site.token)
    }

    /// Follows a path; nil if it leads nowhere.
    mutating func find(_ path: JSONPath, from start: Site = .root) -> Site? {
        var site = start
        var step = 0
        while true {
            guard let token = held[site.document].tokens.follow(path, from: &step, at: site.token) else { return nil }
            site = Site(document: site.document, token: token)
            guard step < path.steps.count else { return site }
            guard let document = document(heldBy: site) else { return nil }
            site = Site(document: document, token: 0)
            step += 1
        }
    }

    /// The site's place in the payload itself: that of the outermost string that holds its document.
    func positionInPayload(_ site: Site) -> Int {
        var site = site
        while let holder = held[site.document].holder { site = holder }
        return site.token
    }

    private mutating func document(heldBy site: Site) -> Int? {
        if let answer = known[site] { return answer }
        let document = index(site)
        known[site] = .some(document)
        return document
    }

    private mutating func index(_ site: Site) -> Int? {
        let outer = held[site.document].tokens
        guard outer.kind(site.token) == .string else { return nil }
        // A string with half a surrogate pair could not be written back as it was.
        let (bytes, isLossless) = outer.decoded(site.token)
        guard isLossless, let tokens = try? JSONTokens(bytes) else { return nil }
        held.append(Held(tokens: tokens, holder: site))
        return held.count - 1
    }
}
