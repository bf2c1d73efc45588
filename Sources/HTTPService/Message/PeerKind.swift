/// Whence a connection came, as far as access rules care.
package enum PeerKind: Sendable, Hashable {
    /// Through a Unix socket, whose permissions have let the client in.
    case unixSocket
    /// Over the network.
    case network
}
