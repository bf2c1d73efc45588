/// `attachd help`: a command explained, its manual page, or the completions of a shell.
struct HelpCommand {
    private let text: String

    /// Checks the command line.
    init(_ arguments: Arguments) throws(CommandError) {
        let topic = try HelpCommand.topic(of: arguments)
        if let name = arguments.value("completion") {
            guard let shell = Shell(rawValue: name) else {
                throw CommandError(
                    .usage, "there are no completions for '\(name)'",
                    cure: "there are some for \(Shell.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            text = Completions.script(for: shell)
        } else if arguments.flag("manual") {
            text = ManualPage(of: topic).roff
        } else {
            text = topic.map(Help.text(of:)) ?? Help.overview
        }
    }

    /// Prints it.
    func run() throws(CommandError) -> ExitStatus {
        try StandardStreams.write(Array(text.utf8))
        return .success
    }

    private static func topic(of arguments: Arguments) throws(CommandError) -> CommandName? {
        guard arguments.operands.count <= 1 else {
            throw CommandError(.usage, "'attachd help' takes one command", cure: "ask for one after the other")
        }
        guard let word = arguments.operands.first else { return nil }
        guard let command = CommandName(rawValue: word) else {
            throw CommandError(.usage, "there is no command '\(word)'", cure: "'attachd --help' lists the commands")
        }
        return command
    }
}
