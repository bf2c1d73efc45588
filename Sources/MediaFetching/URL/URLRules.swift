/// Everything a URL is judged by before it is fetched.
package struct URLRules: Sendable {
    /// Refuses `http`.
    package let httpsOnly: Bool
    /// The rules for addresses and ports.
    package var addresses: AddressRules

    /// The longest URL in bytes, as it is sent, without its fragment.
    package static let longestURL = 2048

    /// The rules of a configuration; the machine's own addresses come with `AddressRules`.
    package init(httpsOnly: Bool, addresses: AddressRules) {
        self.httpsOnly = httpsOnly
        self.addresses = addresses
    }

    /// The rules of a configuration, with this machine's own addresses (`getifaddrs(3)`).
    ///
    /// - Throws: `NetworkRuleError` for a network rule that cannot be read.
    package init(
        _ configuration: FetchConfiguration, ownAddresses: Set<IPAddress> = IPAddress.ofThisMachine()
    ) throws(NetworkRuleError) {
        httpsOnly = configuration.httpsOnly
        addresses = try AddressRules(configuration: configuration, ownAddresses: ownAddresses)
    }
}
