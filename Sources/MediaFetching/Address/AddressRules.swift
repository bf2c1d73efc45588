/// Decides on the address and port that a connection is about to go to: the built-in table and the operator's rules.
///
/// Always asked with the binary address, at the moment of connecting, so that no spelling of a host and no change of a
/// name between look-up and connection matters.
package struct AddressRules: Sendable {
    /// Ports that this process listens on; a connection from it to itself is refused whatever the rules allow.
    package var ownPorts: Set<UInt16>
    /// The addresses of this machine's interfaces: refused unless an operator's rule allows them.
    package let ownAddresses: Set<IPAddress>
    /// Ports open at any allowed address.
    private let ports: Set<UInt16>
    private let allowed: [NetworkRule]
    private let denied: [NetworkRule]
    private let nat64: FetchConfiguration.NAT64

    /// What may be fetched from an address.
    package enum Verdict: Sendable, Hashable {
        /// The connection may be made.
        case allowed
        /// The address is refused; the row's or rule's name for logs, never for the asker: it tells what a name hides.
        case forbiddenAddress(String)
        /// The address is allowed, its port is not.
        case forbiddenPort

        /// The name of what refuses, one of `refusalNames`; nil where nothing does.
        package var name: String? {
            switch self {
            case .allowed: nil
            case .forbiddenAddress(let name): name
            case .forbiddenPort: "forbidden-port"
            }
        }
    }

    /// Every name that a refusal can have, for metric labels; sorted.
    package static let refusalNames: [String] = {
        let rows = (AddressTable.ipv4 + AddressTable.ipv6 + [AddressTable.globalUnicast]).map(\.name)
        let others = [
            "denied-by-operator", "forbidden-port", "isatap", "own-address", "own-listener", "unknown-family",
            "zone-id",
        ]
        return Set(rows + others + HostNameRules.refusalNames).sorted()
    }()

    /// Reads the operator's rules; ports 80 and 443 are always open.
    ///
    /// - Throws: `NetworkRuleError` for the first rule that cannot be read, and for an allowed network without a prefix.
    package init(
        configuration: FetchConfiguration, ownAddresses: Set<IPAddress> = []
    ) throws(NetworkRuleError) {
        var allowed: [NetworkRule] = []
        for rule in configuration.allowedNetworks {
            let network = try NetworkRule(rule.text)
            guard network.prefix.length > 0 else { throw NetworkRuleError(text: rule.text, problem: .global) }
            allowed.append(network)
        }
        var denied: [NetworkRule] = []
        for rule in configuration.deniedNetworks { denied.append(try NetworkRule(rule.text)) }
        self.allowed = allowed
        self.denied = denied
        nat64 = configuration.nat64
        self.ownAddresses = ownAddresses
        ownPorts = configuration.ownPorts
        ports = configuration.allowedPorts.union([80, 443]).subtracting([0])
    }

    /// Whether the operator has allowed any network: names of local networks are then left to the address decision.
    package var allowsAnyNetwork: Bool {
        !allowed.isEmpty
    }

    /// Whether some address could be reached on `port`; where not, a URL is refused before its name is looked up.
    package func mayAllow(port: UInt16) -> Bool {
        ports.contains(port) || port != 0 && allowed.contains { $0.port == nil || $0.port == port }
    }

    /// The verdict on an address and port.
    ///
    /// The most specific of the operator's rules that match speaks for them, denial before allowance at equal length. It
    /// overrules the built-in table unless a built-in row is more specific still. An allowance lifts the port rule too.
    /// A NAT64 address that is unwrapped is judged as IPv4, unless the operator denies it as it stands.
    package func verdict(on endpoint: SocketAddress) -> Verdict {
        if nat64 == .unwrap, let translated = endpoint.address.translatedByNAT64 {
            let denial = AddressRules.longest(denied, endpoint)
            guard denial == nil else { return .forbiddenAddress("denied-by-operator") }
            return verdict(on: SocketAddress(translated, port: endpoint.port))
        }
        let endpoint = SocketAddress(endpoint.address.unmapped, port: endpoint.port)
        guard endpoint.port != 0 else { return .forbiddenPort }
        let isOwn = endpoint.address.isLoopback || ownAddresses.contains(endpoint.address)
        if isOwn, ownPorts.contains(endpoint.port) { return .forbiddenAddress("own-listener") }
        let allowance = AddressRules.longest(allowed, endpoint)
        let denial = AddressRules.longest(denied, endpoint)
        if let denial, denial >= (allowance ?? -1) { return .forbiddenAddress("denied-by-operator") }
        let refusal = AddressTable.refusal(of: endpoint.address)
        if let allowance, allowance >= (refusal?.length ?? 0) { return .allowed }
        if let refusal { return .forbiddenAddress(refusal.name) }
        if isOwn { return .forbiddenAddress("own-address") }
        return ports.contains(endpoint.port) ? .allowed : .forbiddenPort
    }

    /// The length of the most specific rule that matches; nil if none does.
    private static func longest(_ rules: [NetworkRule], _ endpoint: SocketAddress) -> Int? {
        rules.lazy.filter { $0.matches(endpoint) }.map(\.prefix.length).max()
    }
}
