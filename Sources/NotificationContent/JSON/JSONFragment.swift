/// One value of an indexed document, to be written with its tokens unchanged in the writer's own layout.
package struct JSONFragment: JSONValue, Sendable {
    /// The document.
    package let document: JSONTokens
    /// The value's token.
    package let token: Int
    /// Strings to be written as others, in the order of their tokens.
    let replacements: [JSONTokens.Replacement]

    /// The value at a token of a document.
    package init(_ document: JSONTokens, _ token: Int = 0) {
        self.init(document, token, replacing: [])
    }

    init(_ document: JSONTokens, _ token: Int, replacing replacements: [JSONTokens.Replacement]) {
        self.document = document
        self.token = token
        self.replacements = replacements
    }

    /// The value in compact form.
    var compact: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(document.range(token).count + 256)
        document.append(token, to: &result, layout: .compact, replacing: replacements)
        return result
    }

    /// Writes the value's tokens as they are, laid out like the rest of the document.
    package func write(to writer: inout JSONWriter) {
        if replacements.isEmpty { return writer.value(document, token) }
        let layout: JSONTokens.Layout = writer.isPretty ? .pretty(depth: writer.depth) : .compact
        writer.fragment { document.append(token, to: &$0, layout: layout, replacing: replacements) }
    }
}
