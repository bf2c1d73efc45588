/// Where a dialect keeps Apple's thumbnail options; each path begins at the place's base or element.
struct OptionsRule: Sendable {
    /// Whether the thumbnail is hidden.
    let hidden: JSONPath?
    /// The thumbnail's time or frame.
    let time: JSONPath?
    /// The clipping rectangle, an object.
    let rect: JSONPath?
    /// The rectangle's members: x, y, width, height.
    let rectNames: [JSONKey]

    init(hidden: JSONPath? = nil, time: JSONPath? = nil, rect: JSONPath? = nil, rectNames: [JSONKey] = lowerCase) {
        self.hidden = hidden
        self.time = time
        self.rect = rect
        self.rectNames = rectNames
    }

    /// `x`, `y`, `width`, `height`.
    static let lowerCase: [JSONKey] = ["x", "y", "width", "height"]

    /// The descriptor's own names, under `options`.
    static let descriptor = OptionsRule(
        hidden: ["options", "thumbnailHidden"], time: ["options", "thumbnailTime"],
        rect: ["options", "thumbnailClippingRect"])

    /// Reads the options beside one URL. What has no sense is left out: a rectangle beyond the unit square, a time
    /// below zero.
    func read(from base: NestedDocuments.Site, in documents: inout NestedDocuments) -> MediaReference.Options {
        var options = MediaReference.Options()
        if let site = hidden.flatMap({ documents.find($0, from: base) }) {
            options.thumbnailHidden = documents[site.document].isTrue(site.token) ? true : nil
        }
        if let site = time.flatMap({ documents.find($0, from: base) }),
            let seconds = documents[site.document].number(site.token), seconds >= 0
        {
            options.thumbnailTime = seconds
        }
        if let site = rect.flatMap({ documents.find($0, from: base) }) {
            let values = rectNames.compactMap { name -> Double? in
                let tokens = documents[site.document]
                guard let number = tokens.member(name, of: site.token).flatMap({ tokens.number($0) }) else {
                    return nil
                }
                return (0...1).contains(number) ? number : nil
            }
            if values.count == 4 {
                options.thumbnailClippingRect = MediaReference.ClippingRect(
                    x: values[0], y: values[1], width: values[2], height: values[3])
            }
        }
        return options
    }
}
