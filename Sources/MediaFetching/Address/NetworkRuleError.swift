/// A `--allow-net` or `--deny-net` value that cannot be used; a usage error (exit status 64).
package struct NetworkRuleError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong with the value.
    package enum Problem: Sendable, Equatable {
        /// The part before the slash is no IPv4 or IPv6 address.
        case address
        /// The prefix length is no number or does not fit the address family.
        case length
        /// Bits beyond the prefix are set; the network that was probably meant.
        case hostBits(String)
        /// The port is no number from 1 to 65535.
        case port
        /// An allowed network must not be the whole address space.
        case global
    }

    /// The value as written.
    package let text: String
    /// What is wrong with it.
    package let problem: Problem

    /// One sentence for the command line.
    package var description: String {
        switch problem {
        case .address: "'\(text)' is not a network: expected CIDR[:PORT], such as 10.0.0.0/8 or [fd00::]/8:8080."
        case .length: "'\(text)' has a prefix length that does not fit its address."
        case .hostBits(let network): "'\(text)' has address bits beyond its prefix; \(network) is the network."
        case .port: "'\(text)' has a port that is not a number from 1 to 65535."
        case .global: "'\(text)' would allow every address; name the network that is meant."
        }
    }
}
