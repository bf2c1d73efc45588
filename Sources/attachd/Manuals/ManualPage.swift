/// A manual page in the language of man(7), made from the same tables as `--help`.
struct ManualPage {
    /// The command; nil for the page of the whole program.
    private let command: CommandName?

    init(of command: CommandName?) {
        self.command = command
    }

    /// The page's name without section: `attachd-serve`, `attachd`.
    var name: String {
        command.map { "attachd-" + $0.rawValue } ?? "attachd"
    }

    /// 8 for the daemon, which administrators run, else 1.
    var section: Int {
        ManualPage.section(of: command)
    }

    /// The whole page.
    var roff: String {
        var page = Roff()
        page.title(name, section: section, source: "attachd \(Version.text)")
        page.heading("NAME")
        page.raw("\(Roff.escaped(name)) \\- \(Roff.escaped(summary))")
        page.heading("SYNOPSIS")
        for line in synopsis { page.literal(line) }
        page.heading("DESCRIPTION")
        let (description, examples) = ManualPage.parts(of: introduction)
        page.prose(description)
        if let command { options(of: command, in: &page) } else { commands(in: &page) }
        if command == nil || command != .help {
            page.heading("EXIT STATUS")
            for (status, meaning) in Help.statuses { page.item(String(status.rawValue), meaning) }
        }
        if !examples.isEmpty {
            page.heading("EXAMPLES")
            page.block(examples)
        }
        page.heading("SEE ALSO")
        page.raw(ManualPage.references(except: command))
        return page.text
    }

    private var summary: String {
        guard let command else { return "media for push notifications, fetched, checked and cached before the push" }
        return Help.summaries.first { $0.0 == command }?.1 ?? command.rawValue
    }

    private var synopsis: [String] {
        guard let command else {
            return CommandName.allCases.map { Help.introduction($0).synopsis } + ["attachd --help | --version"]
        }
        return [Help.introduction(command).synopsis]
    }

    private var introduction: String {
        guard let command else {
            return """
                attachd does for push notifications on the server what an app's service extension does on the phone: it finds
                the media in a push payload, downloads them under a deadline, decides by their bytes whether a phone will show
                them, keeps them in a content-addressed cache, and hands back a descriptor of the notification's content with
                its attachments, and a named reason for each one that is missing.
                """
        }
        return Help.introduction(command).text
    }

    private func commands(in page: inout Roff) {
        page.heading("COMMANDS")
        for (command, summary) in Help.summaries { page.item(command.rawValue, summary) }
    }

    private func options(of command: CommandName, in page: inout Roff) {
        page.heading("OPTIONS")
        let options = OptionTable.options(of: command)
        for option in options {
            let name = "--" + option.name + (option.placeholder.map { " " + $0 } ?? "")
            let variable = option.hasEnvironmentVariable ? " [\(option.environmentVariable)]" : ""
            page.item(name, option.summary + variable)
        }
        guard options.contains(where: \.hasEnvironmentVariable) else { return }
        page.heading("ENVIRONMENT")
        page.prose(Help.conventions)
    }

    private static func section(of command: CommandName?) -> Int {
        command == .serve ? 8 : 1
    }

    private static func references(except command: CommandName?) -> String {
        let pages: [CommandName?] = [nil] + CommandName.allCases.map { $0 }
        return pages.filter { $0 != command }.map { other in
            let page = ManualPage(of: other)
            return "\\fB\(Roff.escaped(page.name))\\fR(\(page.section))"
        }.joined(separator: ",\n")
    }

    /// An introduction's description, and the lines below its `Example:` line.
    private static func parts(of text: String) -> (description: [String], examples: [String]) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(where: { $0 == "Example:" || $0 == "Examples:" }) else { return (lines, []) }
        return (Array(lines[..<start]), lines[(start + 1)...].map { String($0.drop { $0 == " " }) })
    }
}
