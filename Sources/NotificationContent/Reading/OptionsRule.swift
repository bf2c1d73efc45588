/// Where a dialect keeps Apple's thumbnail options; each path begins at the place's base or element.
struct OptionsRule: Sendable {
    /// Where the paths begin instead, from the payload's root: options that all media of a place share.
    let shared: JSONPath?
    /// Whether the thumbnail is hidden.
    let hidden: JSONPath?
    /// The identifier of the media whose thumbnail is shown: the others' are hidden unless `hidden` says otherwise.
    let shown: JSONPath?
    /// The thumbnail's time: frames for an animation, seconds for a film.
    let time: JSONPath?
    /// The clipping rectangle, an object.
    let rect: JSONPath?
    /// The rectangle's members: x, y, width, height.
    let rectNames: [JSONKey]
    /// Whether media beside a rectangle without sense are none, because the vendor's own software leaves them out.
    let isStrict: Bool

    init(
        shared: JSONPath? = nil, hidden: JSONPath? = nil, shown: JSONPath? = nil, time: JSONPath? = nil,
        rect: JSONPath? = nil, rectNames: [JSONKey] = lowerCase, isStrict: Bool = false
    ) {
        self.shared = shared
        self.hidden = hidden
        self.shown = shown
        self.time = time
        self.rect = rect
        self.rectNames = rectNames
        self.isStrict = isStrict
    }

    /// `x`, `y`, `width`, `height`.
    static let lowerCase: [JSONKey] = ["x", "y", "width", "height"]

    /// The descriptor's own names beside the URL.
    static let plain = OptionsRule(
        hidden: ["thumbnailHidden"], time: ["thumbnailTime"], rect: ["thumbnailClippingRect"])

    /// The descriptor's own names, under `options`.
    static let descriptor = OptionsRule(
        hidden: ["options", "thumbnailHidden"], time: ["options", "thumbnailTime"],
        rect: ["options", "thumbnailClippingRect"])

    /// Reads the options of one URL, whose own identifier in the payload is `identifier`; nil if the options are such
    /// that the media do not count.
    ///
    /// What has no sense is otherwise left out: a rectangle beyond the unit square, a time below zero.
    func read(
        from base: NestedDocuments.Site, identifier: String = "", in documents: inout NestedDocuments
    ) -> MediaReference.Options? {
        var base = base
        if let shared {
            guard let site = documents.find(shared) else { return MediaReference.Options() }
            base = site
        }
        var options = MediaReference.Options()
        if isHidden(from: base, identifier: identifier, in: &documents) { options.thumbnailHidden = true }
        if let site = time.flatMap({ documents.find($0, from: base) }) {
            options.thumbnailTime = Self.time(documents[site.document], site.token)
        }
        if let site = rect.flatMap({ documents.find($0, from: base) }), documents.kind(site) != .null {
            options.thumbnailClippingRect = rectangle(documents[site.document], site.token)
            if isStrict, options.thumbnailClippingRect == nil { return nil }
        }
        return options
    }

    /// A number, or Apple's time structure as an object: `value` divided by `timescale`.
    private static func time(_ tokens: JSONTokens, _ token: Int) -> Double? {
        func member(_ key: JSONKey) -> Double? {
            tokens.member(key, of: token).flatMap { tokens.number($0) }
        }
        if let number = tokens.number(token) { return number >= 0 ? number : nil }
        guard let value = member("value"), let scale = member("timescale"), value >= 0, scale >= 1 else { return nil }
        return value / scale
    }

    private func isHidden(
        from base: NestedDocuments.Site, identifier: String, in documents: inout NestedDocuments
    ) -> Bool {
        if let site = hidden.flatMap({ documents.find($0, from: base) }), documents.kind(site) != .null {
            return documents[site.document].isTrue(site.token)
        }
        guard let site = shown.flatMap({ documents.find($0, from: base) }), let text = documents.text(site) else {
            return false
        }
        return text != identifier
    }

    private func rectangle(_ tokens: JSONTokens, _ object: Int) -> MediaReference.ClippingRect? {
        let values = rectNames.compactMap { name -> Double? in
            guard let number = tokens.member(name, of: object).flatMap({ tokens.number($0) }) else { return nil }
            return (0...1).contains(number) ? number : nil
        }
        guard values.count == 4 else { return nil }
        return MediaReference.ClippingRect(x: values[0], y: values[1], width: values[2], height: values[3])
    }
}
