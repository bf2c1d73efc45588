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
        for place in places {
            guard let base = documents.find(place.base) else { continue }
            read(place, at: base)
        }
        if places.count > 1 && findings.count > 1 { sort() }
        var identifiers = Identifiers()
        for index in findings.indices {
            findings[index].reference.identifier = identifiers.unique(findings[index].reference.identifier)
        }
        return findings
    }

    private mutating func read(_ place: MediaPlace, at base: NestedDocuments.Site) {
        switch place.shape {
        case .value(let path):
            add(place, identifier: nil, url: path, from: base)
        case .elements(let path):
            var elements: [Int] = []
            documents[base.document].forEachElement(of: base.token) { elements.append($0) }
            for element in elements {
                add(place, identifier: nil, url: path, from: .init(document: base.document, token: element))
            }
        case .members:
            for (name, value) in lastMembers(of: base) {
                let identifier = documents[base.document].text(name)
                add(place, identifier: identifier, url: [], from: .init(document: base.document, token: value))
            }
        }
    }

    /// Adds what stands at one place, if it is a URL, and its fallback behind it.
    private mutating func add(
        _ place: MediaPlace, identifier: String?, url path: JSONPath, from base: NestedDocuments.Site
    ) {
        let identifier = identifier ?? self.identifier(place.identifier, from: base)
        var role = place.role
        for path in [path, place.fallback] {
            guard let path, let site = documents.find(path, from: base) else { continue }
            guard let source = documents.text(site).flatMap({ MediaURL.read($0) }) else { continue }
            let reference = MediaReference(
                identifier: identifier, source: source, typeHint: text(place.typeHint, from: base),
                options: place.options?.read(from: base, in: &documents) ?? MediaReference.Options(), role: role,
                platform: place.platform)
            findings.append(Finding(reference: reference, site: site))
            // Without a first URL the other one is no stand-in.
            role = .fallback
        }
    }

    private mutating func identifier(_ rule: MediaPlace.IdentifierRule, from base: NestedDocuments.Site) -> String {
        switch rule {
        case .none: ""
        case .constant(let identifier): identifier
        case .value(let path): text(path, from: base) ?? ""
        }
    }

    private mutating func text(_ path: JSONPath?, from base: NestedDocuments.Site) -> String? {
        guard let path, let site = documents.find(path, from: base) else { return nil }
        return documents.text(site)
    }

    /// An object's members in document order; of those with the same name only the last.
    private func lastMembers(of object: NestedDocuments.Site) -> [(name: Int, value: Int)] {
        let tokens = documents[object.document]
        var members: [(name: Int, value: Int)] = []
        tokens.forEachMember(of: object.token) { members.append(($0, $1)) }
        guard members.count > 1 else { return members }
        // Compared as bytes: text would take different spellings of one character for the same name.
        var lastValue: [[UInt8]: Int] = [:]
        for member in members { lastValue[tokens.decoded(member.name).bytes] = member.value }
        return members.filter { lastValue[tokens.decoded($0.name).bytes] == $0.value }
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
