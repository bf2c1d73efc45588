import NotificationContent

/// `attachd dialects`: what each vendor's payloads are known by, from the table that reads them.
struct DialectsCommand {
    private let isTable: Bool
    private let isSheet: Bool

    /// Checks the command line.
    init(_ arguments: Arguments) throws(CommandError) {
        guard arguments.operands.isEmpty else {
            throw CommandError(.usage, "'attachd dialects' takes no operand", cure: "it lists all of them")
        }
        isSheet = arguments.flag("markdown")
        isTable = StandardStreams.outputIsTerminal && !arguments.flag("json")
    }

    /// Prints a table for people, or one JSON document a dialect, or the whole table as Markdown.
    func run() throws(CommandError) -> ExitStatus {
        if isSheet {
            try StandardStreams.write(Array(DialectSheet.markdown.utf8))
        } else if isTable {
            try StandardStreams.write(Array(DialectsCommand.table(DialectName.all).utf8))
        } else {
            for name in DialectName.all { try StandardStreams.write(DialectReport(name: name), pretty: false) }
        }
        return .success
    }

    /// One line for each layout, the name before the first one of each dialect.
    static func table(_ names: [DialectName]) -> String {
        let width = (names.map(\.text.count).max() ?? 0) + 2
        return names.map { name in
            name.layouts.enumerated().map { index, layout in
                let label = index == 0 ? name.text : ""
                return label + String(repeating: " ", count: width - label.count) + layout + "\n"
            }.joined()
        }.joined()
    }
}

/// A dialect as a line of JSON: its name for `--dialect`, and its layouts in words.
private struct DialectReport: JSONValue {
    let name: DialectName

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name.text)
            writer.array("layouts", of: name.layouts)
        }
    }
}
