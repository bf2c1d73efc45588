/// One operator's network rule, read from its text: `CIDR[:PORT]`.
struct NetworkRule: Sendable, Hashable {
    /// The network; IPv4-mapped forms are unwrapped to IPv4.
    let prefix: IPPrefix
    /// The one port it speaks of; nil: every port.
    let port: UInt16?

    /// Reads `10.0.0.0/8`, `127.0.0.0/8:8080`, `::1/128`, `[fd00::]/8`, `[::1]:8080`; without a length, one address.
    init(_ text: String) throws(NetworkRuleError) {
        let (addressText, lengthText, portText) = NetworkRule.parts(of: text)
        guard let written = IPAddress(addressText) else { throw NetworkRuleError(text: text, problem: .address) }
        let address = written.unmapped
        var length = address.family.width
        if let lengthText {
            let unwrapped = written.family.width - address.family.width
            guard let number = NetworkRule.number(lengthText, digits: 3), number >= unwrapped,
                number <= written.family.width
            else { throw NetworkRuleError(text: text, problem: .length) }
            length = number - unwrapped
        }
        guard let prefix = IPPrefix(address, length: length) else {
            let meant = IPPrefix(containing: address, length: length)
            throw NetworkRuleError(text: text, problem: .hostBits("\(meant.address.description)/\(length)"))
        }
        self.prefix = prefix
        guard let portText else {
            port = nil
            return
        }
        guard let number = NetworkRule.number(portText, digits: 5), let port = UInt16(exactly: number), port > 0 else {
            throw NetworkRuleError(text: text, problem: .port)
        }
        self.port = port
    }

    /// Whether the rule speaks of `endpoint`, whose address must be unwrapped.
    func matches(_ endpoint: SocketAddress) -> Bool {
        (port == nil || port == endpoint.port) && prefix.contains(endpoint.address)
    }

    /// Cuts the text at its brackets, its slash and its port's colon; judges nothing.
    private static func parts(of text: String) -> (address: String, length: String?, port: String?) {
        var address: Substring
        var rest: Substring
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            address = text[text.index(after: text.startIndex)..<end]
            rest = text[text.index(after: end)...]
            // Anything but a length or a port after the bracket makes the whole text no address.
            if let next = rest.first, next != "/", next != ":" { address = text[...] }
        } else if let slash = text.firstIndex(of: "/") {
            address = text[..<slash]
            rest = text[slash...]
        } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
            address = text[..<colon]
            rest = text[colon...]
        } else {
            address = text[...]
            rest = ""
        }
        var length: Substring?
        if rest.first == "/" {
            let end = rest.firstIndex(of: ":") ?? rest.endIndex
            length = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[end...]
        }
        return (String(address), length.map(String.init), rest.isEmpty ? nil : String(rest.dropFirst()))
    }

    /// A decimal number of at most `digits` digits, without a sign.
    private static func number(_ text: String, digits: Int) -> Int? {
        guard text.utf8.count <= digits, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text)
    }
}
