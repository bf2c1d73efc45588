/// Writes the few macros of man(7) that a manual page needs, every text escaped.
struct Roff {
    /// What was written so far.
    private(set) var text = ""

    /// A text in which roff sees nothing of its own: no escape, no request, and dashes that can be copied.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            default: result.append(character)
            }
        }
        // A leading dot would be a request; a leading apostrophe is escaped already.
        return result.first == "." ? "\\&" + result : result
    }

    /// `.TH`: the page's name, section and source. No date, so that a package is built the same on any day.
    mutating func title(_ name: String, section: Int, source: String) {
        raw(".TH \"\(Roff.escaped(name.uppercased()))\" \"\(section)\" \"\" \"\(Roff.escaped(source))\" \"attachd\"")
        raw(".nh\n.ad l")
    }

    /// `.SH`: a section.
    mutating func heading(_ title: String) {
        raw(".SH \(title)")
    }

    /// A line as it is.
    mutating func raw(_ line: String) {
        text += line + "\n"
    }

    /// `.TP`: a name and what it means.
    mutating func item(_ name: String, _ meaning: String) {
        raw(".TP\n\\fB\(Roff.escaped(name))\\fR\n\(Roff.escaped(meaning))")
    }

    /// One line that is not filled.
    mutating func literal(_ line: String) {
        raw("\(Roff.escaped(line))\n.br")
    }

    /// Lines that are not filled.
    mutating func block(_ lines: [String]) {
        raw(".nf")
        for line in lines { raw(line.isEmpty ? "" : Roff.escaped(line)) }
        raw(".fi")
    }

    /// Lines of help: filled, but for indented ones, with a paragraph at each empty line.
    mutating func prose(_ lines: [String]) {
        var lines = lines[...]
        while lines.last?.isEmpty == true { lines.removeLast() }
        var isLiteral = false
        for line in lines {
            if line.hasPrefix(" ") != isLiteral {
                isLiteral.toggle()
                raw(isLiteral ? ".nf" : ".fi")
            }
            raw(line.isEmpty ? ".PP" : Roff.escaped(line))
        }
        if isLiteral { raw(".fi") }
    }
}
