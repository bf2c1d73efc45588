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

    /// A document, and the string that holds it.
    private struct Held: Sendable {
        let tokens: JSONTokens
        let holder: Site
    }

    /// The payload itself.
    let payload: JSONTokens
    /// A bit for each name of the payload's own members.
    let names: UInt64
    /// The documents from number 1 on.
    private var held: [Held] = []
    /// What was found behind each string that was looked into; nil if it holds no JSON.
    private var known: [Site: Int?] = [:]
    /// The base that was looked for last, where it leads, and a bit for each name there: fields that lie together are
    /// looked for together.
    private var lastBase: (number: Int, site: Site?, names: UInt64)

    init(_ payload: JSONTokens) {
        self.payload = payload
        names = payload.nameBits(of: 0)
        lastBase = (0, .root, names)
    }

    /// How many documents are indexed; one lies always behind the one that holds it.
    var count: Int { held.count + 1 }

    /// A document's tokens.
    subscript(document: Int) -> JSONTokens {
        document == 0 ? payload : held[document - 1].tokens
    }

    /// The string that holds a document; nil for the payload itself.
    func holder(of document: Int) -> Site? {
        document == 0 ? nil : held[document - 1].holder
    }

    /// What the value at a site is.
    func kind(_ site: Site) -> JSONTokens.Kind {
        site.document == 0 ? payload.kind(site.token) : self[site.document].kind(site.token)
    }

    /// The text of a string; nil for another kind.
    func text(_ site: Site) -> String? {
        self[site.document].text(site.token)
    }

    /// Follows a path; nil if it leads nowhere.
    mutating func find(_ path: JSONPath, from start: Site = .root) -> Site? {
        if start.document == 0 {
            if start.token == 0 {
                // Most paths fail at their first step: a payload is in one dialect and tried for all.
                if !mayHave(path.way.firstBit) { return nil }
                if path.way.last != nil { return findLast(path.way) }
            }
            if path.way.staysInDocument {
                return payload.find(path, from: start.token).map { Site(document: 0, token: $0) }
            }
        }
        return follow(path.steps[...], from: start)
    }

    /// Whether one of the payload's own members may have one of these bits.
    func mayHave(_ bits: UInt64) -> Bool {
        names & bits != 0
    }

    /// Whether there may be a value at one of the paths that a probe was made for.
    func mayHave(_ probe: PathProbe) -> Bool {
        mayHave(probe.firstBits) && (probe.baseNumber != lastBase.number || lastBase.names & probe.lastBits != 0)
    }

    /// Follows a path from the payload's own value, the steps before its last at once where they were the last path's.
    private mutating func findLast(_ way: JSONPath.Way) -> Site? {
        if way.baseNumber != lastBase.number {
            let site = follow(way.base, from: .root)
            lastBase = (way.baseNumber, site, site.map { self[$0.document].nameBits(of: $0.token) } ?? 0)
        }
        guard let last = way.last, lastBase.names & last.bit != 0, let base = lastBase.site else { return nil }
        let document = base.document
        let token = document == 0 ? payload.member(last, of: base.token) : self[document].member(last, of: base.token)
        return token.map { Site(document: document, token: $0) }
    }

    private mutating func follow(_ steps: ArraySlice<JSONPath.Step>, from start: Site) -> Site? {
        var site = start
        for step in steps {
            switch step {
            case .member(let key):
                guard let token = self[site.document].member(key, of: site.token) else { return nil }
                site = Site(document: site.document, token: token)
            case .json:
                guard let document = document(heldBy: site) else { return nil }
                site = Site(document: document, token: 0)
            }
        }
        return site
    }

    /// The site's place in the payload itself: that of the outermost string that holds its document.
    func positionInPayload(_ site: Site) -> Int {
        var site = site
        while let holder = holder(of: site.document) { site = holder }
        return site.token
    }

    private mutating func document(heldBy site: Site) -> Int? {
        if let answer = known[site] { return answer }
        let document = index(site)
        known[site] = .some(document)
        return document
    }

    private mutating func index(_ site: Site) -> Int? {
        let outer = self[site.document]
        guard outer.kind(site.token) == .string else { return nil }
        // A string with half a surrogate pair could not be written back as it was.
        let (bytes, isLossless) = outer.decoded(site.token)
        guard isLossless, let tokens = try? JSONTokens(bytes) else { return nil }
        held.append(Held(tokens: tokens, holder: site))
        return held.count
    }
}
