/// Reads the members of one object in an answer, and says which one is not as it should be.
struct AnswerFields {
    private let tokens: JSONTokens
    private let token: Int

    init(_ tokens: JSONTokens, _ token: Int) {
        self.tokens = tokens
        self.token = token
    }

    /// A member that must be an object.
    func object(_ key: JSONKey) throws(AnswerDefect) -> AnswerFields {
        guard let member = tokens.member(key, of: token), tokens.kind(member) == .object else { throw defect(key) }
        return AnswerFields(tokens, member)
    }

    /// The elements of a member; none where it is absent or no array.
    func array(_ key: JSONKey) -> [AnswerFields] {
        elements(key).map { AnswerFields(tokens, $0) }
    }

    /// A member that must be a string.
    func text(_ key: JSONKey) throws(AnswerDefect) -> String {
        guard let text = optionalText(key) else { throw defect(key) }
        return text
    }

    /// A string, if the member is one.
    func optionalText(_ key: JSONKey) -> String? {
        tokens.member(key, of: token).flatMap { tokens.text($0) }
    }

    /// The strings of a member that is an array.
    func texts(_ key: JSONKey) -> [String] {
        elements(key).compactMap { tokens.text($0) }
    }

    /// A number, if the member is one that is whole and fits.
    func whole<Number: FixedWidthInteger>(_ key: JSONKey) -> Number? {
        tokens.member(key, of: token).flatMap { tokens.number($0) }.flatMap { Number(exactly: $0) }
    }

    /// Seconds in whole milliseconds, if the member is a number of a sensible size.
    func milliseconds(_ key: JSONKey) -> UInt64? {
        tokens.member(key, of: token).flatMap { tokens.number($0) }.flatMap { UInt64(exactly: ($0 * 1000).rounded()) }
    }

    /// `true` or `false`, if the member is one of them.
    func flag(_ key: JSONKey) -> Bool? {
        switch tokens.member(key, of: token).map({ tokens.kind($0) }) {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The `warnings`.
    func warnings() throws(AnswerDefect) -> [ContentWarning] {
        var warnings: [ContentWarning] = []
        for warning in array("warnings") {
            guard let code = ContentWarning.Code(rawValue: try warning.text("code")) else { throw defect("code") }
            warnings.append(ContentWarning(code, try warning.text("detail")))
        }
        return warnings
    }

    func defect(_ key: JSONKey) -> AnswerDefect {
        AnswerDefect("its answer has no usable '\(key.text)'")
    }

    private func elements(_ key: JSONKey) -> [Int] {
        guard let member = tokens.member(key, of: token) else { return [] }
        var elements: [Int] = []
        tokens.forEachElement(of: member) { elements.append($0) }
        return elements
    }
}
