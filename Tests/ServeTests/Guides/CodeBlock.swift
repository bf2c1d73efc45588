/// A fenced block of a page in Markdown.
struct CodeBlock: Sendable {
    /// The word behind the fence; empty without one.
    let kind: String
    /// Its text, without the indent of its fence.
    let text: String
    /// The number of its first line.
    let line: Int

    /// Every fenced block of a page.
    static func all(in page: String) -> [CodeBlock] {
        var blocks: [CodeBlock] = []
        var open: (kind: String, indent: Int, lines: [Substring], line: Int)?
        for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("```") {
                if let block = open {
                    blocks.append(
                        CodeBlock(
                            kind: block.kind, text: block.lines.map { $0 + "\n" }.joined(), line: block.line))
                    open = nil
                } else {
                    open = (String(text.dropFirst(3)), line.count - text.count, [], index + 2)
                }
            } else {
                let indent = open?.indent ?? 0
                open?.lines.append(line.dropFirst(indent))
            }
        }
        return blocks
    }
}
