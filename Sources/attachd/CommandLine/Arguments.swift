/// A command line taken apart: which subcommand, its operands, and its options with the environment's filled in.
struct Arguments: Equatable, Sendable {
    /// The subcommand.
    var command: CommandName
    /// What is no option, in order.
    var operands: [String]
    /// Values by option name; a flag that is set has the value `true`.
    var values: [String: [String]]
    /// The options whose values come from the environment.
    var fromEnvironment: Set<String> = []

    /// Takes a command line apart; options may stand before, between and behind operands, and `--` ends them.
    ///
    /// - Parameters:
    ///   - words: the arguments without the program's name.
    ///   - environment: looks up one environment variable.
    /// - Returns: the parts.
    /// - Throws: `CommandError` with status 64, naming the word and the cure.
    static func parse(
        _ words: [String], environment: (String) -> String?
    ) throws(CommandError) -> Arguments {
        guard let command = try commandWord(of: words) else {
            throw CommandError(.usage, "no command given", cure: "'attachd --help' lists the commands")
        }
        var arguments = Arguments(command: command.name, operands: [], values: [:])
        let definitions = OptionTable.options(of: command.name)
        var rest = words
        rest.remove(at: command.index)
        var optionsEnded = false
        var index = 0
        while index < rest.count {
            let word = rest[index]
            index += 1
            if optionsEnded || word == "-" || !word.hasPrefix("-") {
                arguments.operands.append(word)
                continue
            }
            if word == "--" {
                optionsEnded = true
                continue
            }
            let (definition, attached) = try find(word, among: definitions, of: command.name)
            if definition.placeholder == nil {
                guard attached == nil else {
                    throw CommandError(
                        .usage, "--\(definition.name) takes no value", cure: "give it alone, as --\(definition.name)")
                }
                arguments.values[definition.name] = ["true"]
            } else if let attached {
                arguments.add(attached, to: definition)
            } else if index < rest.count {
                arguments.add(rest[index], to: definition)
                index += 1
            } else {
                throw CommandError(
                    .usage, "--\(definition.name) needs a value",
                    cure: "write --\(definition.name) \(definition.placeholder ?? "VALUE")")
            }
        }
        arguments.fill(from: environment, definitions)
        return arguments
    }

    /// The last value of an option.
    func value(_ name: String) -> String? {
        values[name]?.last
    }

    /// Whether a flag is set.
    func flag(_ name: String) -> Bool {
        value(name) == "true"
    }

    private mutating func add(_ value: String, to definition: OptionDefinition) {
        if definition.isRepeatable {
            values[definition.name, default: []].append(value)
        } else {
            values[definition.name] = [value]
        }
    }

    private mutating func fill(from environment: (String) -> String?, _ definitions: [OptionDefinition]) {
        for definition in definitions where definition.hasEnvironmentVariable && values[definition.name] == nil {
            guard let text = environment(definition.environmentVariable), !text.isEmpty else { continue }
            fromEnvironment.insert(definition.name)
            if definition.isRepeatable {
                values[definition.name] = text.split(separator: ",").map(String.init)
            } else if definition.placeholder == nil {
                let isOff = ["0", "false", "no"].contains(text.lowercased())
                values[definition.name] = isOff ? nil : ["true"]
            } else {
                values[definition.name] = [text]
            }
        }
    }

    /// Finds the subcommand: the first word that is neither an option nor an option's value.
    private static func commandWord(of words: [String]) throws(CommandError) -> (name: CommandName, index: Int)? {
        var index = 0
        while index < words.count {
            let word = words[index]
            if word.hasPrefix("-"), word != "-" {
                let name = word.drop { $0 == "-" }
                let takesNext = OptionTable.options.contains { $0.name == name && $0.placeholder != nil }
                index += takesNext ? 2 : 1
                continue
            }
            if let name = CommandName(rawValue: word) { return (name, index) }
            let names = CommandName.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandError(.usage, "'\(word)' is not a command", cure: "the commands are \(names)")
        }
        return nil
    }

    private static func find(
        _ word: String, among definitions: [OptionDefinition], of command: CommandName
    ) throws(CommandError) -> (OptionDefinition, attached: String?) {
        if word == "-h", let help = definitions.first(where: { $0.name == "help" }) { return (help, nil) }
        let body = word.drop { $0 == "-" }
        let parts = body.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        let attached = parts.count == 2 ? String(parts[1]) : nil
        if word.hasPrefix("--"), let definition = definitions.first(where: { $0.name == name }) {
            return (definition, attached)
        }
        let others = OptionTable.options.first { $0.name == name }?.commands.map(\.rawValue).sorted()
        if let others, word.hasPrefix("--") {
            throw CommandError(
                .usage, "--\(name) is not an option of '\(command.rawValue)'",
                cure: "it belongs to: \(others.joined(separator: ", "))")
        }
        throw CommandError(
            .usage, "unknown option '\(word)'",
            cure: "'attachd help \(command.rawValue)' lists the options")
    }
}
