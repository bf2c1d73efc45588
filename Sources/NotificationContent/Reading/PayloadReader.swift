/// Finds the media of a payload at the places of its dialect.
struct PayloadReader {
    /// A reference, and the string in the payload that holds its URL.
    struct Finding {
        var reference: MediaReference
        let site: NestedDocuments.Site
    }

    private(set) var documents: NestedDocuments
    private var findings: [Finding] = []

    init(_ documents: NestedDocuments) {
        self.documents = documents
    }

    /// Every reference of the places, in the payload's order, with unique identifiers.
    mutating func read(_ places: [MediaPlace]) -> [Finding] {
        for place in places where findings.isEmpty || !place.isAlternative {
            guard let base = documents.find(place.base) else { continue }
            read(place, at: base)
        }
        if places.count > 1 && findings.count > 1 { sort() }
        var identifiers = Identifiers(expecting: findings.count)
        for index in findings.indices {
            findings[index].reference.identifier = identifiers.unique(findings[index].reference.identifier)
        }
        return findings
    }

    private mutating func read(_ place: MediaPlace, at base: NestedDocuments.Site) {
        switch place.shape {
        case .value(let path):
            add(place, url: path, from: base)
        case .elements(let path):
            for (index, element) in elements(of: base).enumerated() {
                add(place, url: path, from: element, index: index)
            }
        case .firstElement(let path):
            guard let element = elements(of: base).first else { return }
            add(place, url: path, from: element)
        case .elementsOfEach(let list, let path):
            for outer in elements(of: base) {
                guard let array = documents.find(list, from: outer) else { continue }
                for (index, element) in elements(of: array).enumerated() {
                    add(place, url: path, from: element, index: index)
                }
            }
        case .members:
            for (name, value) in lastMembers(of: base) {
                let identifier = documents[base.document].text(name)
                add(place, url: .here, from: .init(document: base.document, token: value), named: identifier)
            }
        }
    }

    private func elements(of array: NestedDocuments.Site) -> [NestedDocuments.Site] {
        var elements: [NestedDocuments.Site] = []
        documents[array.document].forEachElement(of: array.token) {
            elements.append(.init(document: array.document, token: $0))
        }
        return elements
    }

    /// Adds what stands at one place, if it is a URL that counts, and its fallback behind it.
    private mutating func add(
        _ place: MediaPlace, url path: JSONPath, from base: NestedDocuments.Site, named name: String? = nil,
        index: Int = 0
    ) {
        let main = url(path, of: place, from: base)
        let other = place.fallback.flatMap { url($0, of: place, from: base) }
        guard let first = main ?? other else { return }
        if let companion = place.companion, text(companion.path, from: base) != companion.text { return }
        let hint = typeHint(place.typeHint, from: base)
        if hint == nil, place.typeHint?.isRequired == true { return }
        let identifier = name ?? self.identifier(place.identifier, of: first.source, from: base, index: index)
        var options = MediaReference.Options()
        if let rule = place.options {
            guard let found = rule.read(from: base, identifier: identifier, in: &documents) else { return }
            options = found
        }
        // Without a first URL the other one is no stand-in.
        let role = isTrue(place.lazy, from: base) ? .lazy : place.role
        var reference = MediaReference(
            identifier: identifier, source: first.source, typeHint: hint, options: options, role: role,
            platform: place.platform)
        findings.append(Finding(reference: reference, site: first.site))
        guard main != nil, let other else { return }
        reference.source = other.source
        reference.role = .fallback
        findings.append(Finding(reference: reference, site: other.site))
    }

    /// The URL at a path, if one that counts stands there.
    private mutating func url(
        _ path: JSONPath, of place: MediaPlace, from base: NestedDocuments.Site
    ) -> (source: String, site: NestedDocuments.Site)? {
        guard let site = documents.find(path, from: base), let text = documents.text(site) else { return nil }
        return place.source(text).map { ($0, site) }
    }

    private mutating func identifier(
        _ rule: MediaPlace.IdentifierRule, of source: String, from base: NestedDocuments.Site, index: Int
    ) -> String {
        switch rule {
        case .none: ""
        case .constant(let identifier): identifier
        case .value(let path): text(path, from: base) ?? ""
        case .valueOrIndex(let path): text(path, from: base) ?? String(index)
        case .lastURLPart: MediaURL.lastPart(of: source)
        }
    }

    private mutating func typeHint(_ rule: TypeHintRule?, from base: NestedDocuments.Site) -> String? {
        guard let rule else { return nil }
        for path in rule.paths {
            if let hint = text(path, from: base) { return hint }
        }
        return rule.word
    }

    private mutating func text(_ path: JSONPath, from base: NestedDocuments.Site) -> String? {
        documents.find(path, from: base).flatMap { documents.text($0) }
    }

    private mutating func isTrue(_ path: JSONPath?, from base: NestedDocuments.Site) -> Bool {
        guard let path, let site = documents.find(path, from: base) else { return false }
        return documents[site.document].isTrue(site.token)
    }

    /// An object's members in document order; of those with the same name only the last.
    private func lastMembers(of object: NestedDocuments.Site) -> [(name: Int, value: Int)] {
        let tokens = documents[object.document]
        var members: [(name: Int, value: Int)] = []
        tokens.forEachMember(of: object.token) { members.append(($0, $1)) }
        guard members.count > 1, hasLookalikes(members, in: tokens) else { return members }
        // Compared as bytes: text would take different spellings of one character for the same name.
        var lastValue: [[UInt8]: Int] = [:]
        for member in members { lastValue[tokens.decoded(member.name).bytes] = member.value }
        return members.filter { lastValue[tokens.decoded($0.name).bytes] == $0.value }
    }

    /// Whether two names may be the same. Few members are told apart by a bit each, which spares spelling them out.
    private func hasLookalikes(_ members: [(name: Int, value: Int)], in tokens: JSONTokens) -> Bool {
        var bits: UInt64 = 0
        for member in members {
            let bit = tokens.nameBit(member.name)
            if bits & bit != 0 { return true }
            bits |= bit
        }
        return false
    }

    /// Sorts by where the URLs stand; a fallback stays behind the reference it stands in for.
    private mutating func sort() {
        var keyed: [(key: [Int], finding: Finding)] = []
        for finding in findings {
            var key = [documents.positionInPayload(finding.site), finding.site.document, finding.site.token, 0]
            if finding.reference.role == .fallback, let primary = keyed.last {
                key = primary.key
                key[3] += 1
            }
            keyed.append((key, finding))
        }
        findings = keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.finding)
    }
}
