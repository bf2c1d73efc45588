/// What a terminal shows of what a program wrote to it: as much of ECMA-48 as a progress display needs. Pure.
package struct TerminalScreen {
    private let columns: Int
    private var rows: [[Character]] = [[]]
    private var row = 0
    private var column = 0
    /// Sequences that are not understood.
    package private(set) var unknown: [String] = []
    /// The most columns that a line has taken; more than the terminal has means that a line was wrapped.
    package private(set) var widest = 0
    /// Whether a colour was ever set.
    package private(set) var hasColours = false

    /// A screen of so many columns.
    package init(columns: Int) {
        self.columns = columns
    }

    /// The lines, without blanks at their ends.
    package var lines: [String] {
        var lines = rows.map { row in
            var row = row
            while row.last == " " { row.removeLast() }
            return String(row)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Shows what a program has written.
    package mutating func write(_ text: String) {
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n":
                row += 1
                if row == rows.count { rows.append([]) }
            case "\u{1b}": escape(&scalars)
            default: put(Character(scalar))
            }
        }
    }

    private mutating func put(_ character: Character) {
        while rows[row].count <= column { rows[row].append(" ") }
        rows[row][column] = character
        column += 1
        widest = max(widest, column)
    }

    private mutating func escape(_ scalars: inout Substring.UnicodeScalarView) {
        guard scalars.popFirst() == "[" else {
            unknown.append("ESC")
            return
        }
        var parameter = ""
        while let scalar = scalars.popFirst() {
            guard !("0"..."9").contains(scalar), scalar != ";" else {
                parameter.unicodeScalars.append(scalar)
                continue
            }
            switch scalar {
            case "A": row = max(0, row - (Int(parameter) ?? 1))
            case "K": rows[row].removeLast(max(0, rows[row].count - column))
            case "J":
                rows[row].removeLast(max(0, rows[row].count - column))
                rows.removeLast(rows.count - row - 1)
            case "m": hasColours = true
            default: unknown.append(parameter + String(scalar))
            }
            return
        }
    }
}
