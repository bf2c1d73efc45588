/// One value of an indexed document, to be written with its tokens unchanged in the writer's own layout.
package struct JSONFragment: JSONValue, Sendable {
    /// The document.
    package let document: JSONTokens
    /// The value's token.
    package let token: Int
    private let replacements: [JSONTokens.Replacement]

    /// The value at a token of a document.
    package init(_ document: JSONTokens, _ token: Int = 0) {
        self.init(document, token, replacing: [])
    }

    init(_ document: JSONTokens, _ token: Int, replacing replacements: [JSONTokens.Replacement]) {
        self.document = document
        self.token = token
        self.replacements = replacements
    }

    package func write(to writer: inout JSONWriter) {
        let layout: JSONTokens.Layout = writer.isPretty ? .pretty(depth: writer.depth) : .compact
        writer.fragment { document.append(token, to: &$0, layout: layout, replacing: replacements) }
    }
}
