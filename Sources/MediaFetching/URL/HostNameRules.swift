/// What can be said of a host's name without looking it up: a cheap first filter with better words than the address
/// rules have. The address decides in any case.
enum HostNameRules {
    /// What a name is.
    enum Verdict: Sendable, Equatable {
        /// A name to look up.
        case name
        /// No name at all (RFC 1035 section 2.3.4, RFC 6943 section 3.1.1); what is wrong, for a person.
        case malformed(String)
        /// A name that never leaves this machine (RFC 6761 section 6.3): loopback in either family.
        case loopback
        /// A name of the local network; fetched only if the operator allows some network.
        case local
        /// A name that is never fetched.
        case forbidden
    }

    /// The names under which logs and metrics know the refusals.
    static let localName = "local-name"
    static let forbiddenName = "reserved-name"
    static let refusalNames = [localName, forbiddenName]

    /// Suffixes of names that only a local resolver knows; a name equal to one counts too.
    static let localSuffixes = [
        "local", "localdomain", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa",
    ]
    /// Names under which clouds hand out credentials, and names that must not reach a resolver (RFC 7686).
    static let forbiddenSuffixes = ["metadata.google.internal", "metadata", "instance-data", "onion"]

    /// The longest name and label in bytes (RFC 1035 section 2.3.4).
    static let longestName = 253
    static let longestLabel = 63

    /// Judges a name in lower case without its trailing dot; address literals never come here.
    static func verdict(on name: String) -> Verdict {
        guard name.utf8.count <= longestName else { return .malformed("its host name is too long") }
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for label in labels {
            guard !label.isEmpty else { return .malformed("its host name has an empty label") }
            guard label.count <= longestLabel else { return .malformed("a label of its host name is too long") }
            guard label.allSatisfy(isNameByte) else {
                return .malformed("its host name has a character that no name has")
            }
        }
        guard let last = labels.last, !isNumeric(last) else {
            return .malformed("its host is neither an address nor a name")
        }
        if matches(name, ["localhost"]) { return .loopback }
        if matches(name, forbiddenSuffixes) { return .forbidden }
        return labels.count == 1 || matches(name, localSuffixes) ? .local : .name
    }

    private static func matches(_ name: String, _ suffixes: [String]) -> Bool {
        suffixes.contains { name == $0 || name.hasSuffix("." + $0) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        0x61...0x7a ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// Whether resolvers may read a label as a number: all digits, or `0x` and hexadecimal digits.
    private static func isNumeric(_ label: Substring.UTF8View.SubSequence) -> Bool {
        if label.allSatisfy({ 0x30...0x39 ~= $0 }) { return true }
        guard label.starts(with: "0x".utf8) else { return false }
        return label.dropFirst(2).allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }
}
