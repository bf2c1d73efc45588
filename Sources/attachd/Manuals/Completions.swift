/// A shell for which there are completions.
enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

/// The completions of the shells, made from the option table: commands, their options, the values of those that have a
/// closed list, and files everywhere else.
enum Completions {
    /// The script that a shell reads.
    static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// The values that an option may have; empty where it takes any.
    static func values(of option: OptionDefinition) -> [String] {
        let words = (option.placeholder ?? "").split(separator: "|").map(String.init)
        let isList = words.count > 1 && words.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } }
        return isList ? words : []
    }

    /// The words that may follow a command: those of its synopsis, for `cache` alone.
    private static func operands(of command: CommandName) -> [String] {
        switch command {
        case .cache: ["stats", "list", "verify", "gc", "purge"]
        case .help: CommandName.allCases.map(\.rawValue)
        default: []
        }
    }

    private static var bash: String {
        var text = """
            # bash completion for attachd, made from its option table.
            _attachd() {
                local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= options= operands= index
                COMPREPLY=()
                for ((index = 1; index < COMP_CWORD; index++)); do
                    case ${COMP_WORDS[index]} in
                        \(CommandName.allCases.map(\.rawValue).joined(separator: "|"))) command=${COMP_WORDS[index]}; break ;;
                    esac
                done
                case $command in

            """
        for command in CommandName.allCases {
            let options = OptionTable.options(of: command).map { "--" + $0.name }.joined(separator: " ")
            let words = operands(of: command).joined(separator: " ")
            text += "        \(command.rawValue)) options='\(options)' operands='\(words)' ;;\n"
        }
        text += """
                    *) options='--help --version' operands='\(CommandName.allCases.map(\.rawValue).joined(separator: " "))' ;;
                esac
                case $previous in

            """
        for option in OptionTable.options where !values(of: option).isEmpty {
            let list = values(of: option).joined(separator: " ")
            text += "        --\(option.name)) mapfile -t COMPREPLY < <(compgen -W '\(list)' -- \"$word\"); return ;;\n"
        }
        text += """
                esac
                if [[ $word == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
                elif [[ -n $operands && $previous != -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$operands" -- "$word")
                fi
            }
            complete -o default -F _attachd attachd

            """
        return text
    }

    private static var zsh: String {
        var text = """
            #compdef attachd
            # zsh completion for attachd, made from its option table.
            _attachd() {
                local context state state_descr line
                typeset -A opt_args
                _arguments -C '1:command:((\(Help.summaries.map { "\($0.0.rawValue)\\:" + quoted($0.1) }.joined(separator: " "))))' '*::argument:->argument'
                [[ $state == argument ]] || return
                case $words[1] in

            """
        for command in CommandName.allCases {
            text += "        \(command.rawValue)) _arguments"
            for option in OptionTable.options(of: command) {
                let list = values(of: option)
                let action =
                    option.placeholder == nil
                    ? "" : list.isEmpty ? ":value:_files" : ":value:(\(list.joined(separator: " ")))"
                let mark = option.isRepeatable ? "*" : ""
                let summary = String(option.summary.map { "[]:'".contains($0) ? " " : $0 })
                text += " \\\n            '\(mark)--\(option.name)[\(summary)]\(action)'"
            }
            let words = operands(of: command)
            text +=
                " \\\n            '*:operand:" + (words.isEmpty ? "_files" : "(\(words.joined(separator: " ")))")
                + "' ;;\n"
        }
        return text + """
                esac
            }
            _attachd "$@"

            """
    }

    private static var fish: String {
        var text = "# fish completion for attachd, made from its option table.\n"
        for (command, summary) in Help.summaries {
            text += "complete -c attachd -n __fish_use_subcommand -f -a \(command.rawValue) -d \(fishQuoted(summary))\n"
        }
        for command in CommandName.allCases {
            let condition = "-n '__fish_seen_subcommand_from \(command.rawValue)'"
            for option in OptionTable.options(of: command) {
                let list = values(of: option)
                let value =
                    option.placeholder == nil ? "" : list.isEmpty ? " -r" : " -x -a '\(list.joined(separator: " "))'"
                text += "complete -c attachd \(condition) -l \(option.name)\(value) -d \(fishQuoted(option.summary))\n"
            }
            let words = operands(of: command)
            if !words.isEmpty { text += "complete -c attachd \(condition) -f -a '\(words.joined(separator: " "))'\n" }
        }
        return text
    }

    /// A description inside zsh's list of a word and its meaning, itself inside single quotes.
    private static func quoted(_ text: String) -> String {
        "\"" + String(text.map { "\"'$`\\".contains($0) ? " " : $0 }) + "\""
    }

    private static func fishQuoted(_ text: String) -> String {
        var result = "'"
        for character in text {
            if character == "'" || character == "\\" { result.append("\\") }
            result.append(character)
        }
        return result + "'"
    }
}
