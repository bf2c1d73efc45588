import MediaFetching

/// Reads options' values as what they must be, and says which option, which value and what would do instead.
struct OptionReader {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    /// A whole number with an optional unit, within `range`.
    func count(_ name: String, in range: ClosedRange<Int64>) throws(CommandError) -> Int64? {
        guard let text = arguments.value(name) else { return nil }
        guard let number = Units.count(text) else {
            throw refuse(name, text, cure: "write a whole number, with K, M, G or Ki, Mi, Gi if you like")
        }
        guard range.contains(number) else {
            throw refuse(name, text, cure: "write a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A duration within `range`.
    func duration(_ name: String, in range: ClosedRange<Duration>) throws(CommandError) -> Duration? {
        guard let text = arguments.value(name) else { return nil }
        guard let duration = Units.duration(text) else {
            throw refuse(name, text, cure: "write a time with its unit, such as 500ms, 29s or 7d")
        }
        guard range.contains(duration) else {
            throw refuse(name, text, cure: "write a time from \(range.lowerBound) to \(range.upperBound)")
        }
        return duration
    }

    /// One of the words that the help lists.
    func choice<Value>(_ name: String, _ read: (String) -> Value?) throws(CommandError) -> Value? {
        guard let text = arguments.value(name) else { return nil }
        guard let value = read(text) else {
            let words = OptionTable.options.first { $0.name == name }?.placeholder ?? ""
            throw refuse(name, text, cure: "write one of \(words)")
        }
        return value
    }

    /// Networks in CIDR form, each with an optional port; their syntax is the fetcher's business.
    func networks(_ name: String) -> [FetchConfiguration.NetworkRule] {
        (arguments.values[name] ?? []).map(FetchConfiguration.NetworkRule.init)
    }

    /// Port numbers.
    func ports(_ name: String) throws(CommandError) -> Set<UInt16> {
        var ports: Set<UInt16> = []
        for text in arguments.values[name] ?? [] {
            guard let port = UInt16(text), port > 0 else {
                throw refuse(name, text, cure: "write a port from 1 to 65535")
            }
            ports.insert(port)
        }
        return ports
    }

    /// A header's value: visible ASCII and single blanks.
    func headerValue(_ name: String) throws(CommandError) -> String? {
        guard let text = arguments.value(name) else { return nil }
        guard !text.isEmpty, text.utf8.count <= 200, text.first != " ", text.last != " ",
            text.utf8.allSatisfy({ 0x20..<0x7f ~= $0 })
        else { throw refuse(name, OutcomeLine.printable(text), cure: "write at most 200 characters of ASCII") }
        return text
    }

    /// The text of an option.
    func value(_ name: String) -> String? {
        arguments.value(name)
    }

    /// An error that names the option, or its variable, and the value.
    func refuse(_ name: String, _ text: String, cure: String) -> CommandError {
        guard arguments.fromEnvironment.contains(name) else {
            return CommandError(.usage, "--\(name) cannot be '\(text)'", cure: cure)
        }
        let variable = OptionTable.options.first { $0.name == name }?.environmentVariable ?? name
        return CommandError(.configuration, "\(variable) in the environment cannot be '\(text)'", cure: cure)
    }
}
