import HTTPService

/// The sockets of a daemon, and who may come in by them.
struct ServeListeners: Sendable {
    /// The sockets.
    let sockets: [ListeningSocket]
    /// The Unix socket's absolute path, for the lock file, by which clients find it; nil without one.
    let path: String?

    /// Takes what the service manager passed in, else opens the addresses.
    ///
    /// - Throws: `CommandError`: 78 for a listener beyond loopback without tokens, 74 where the system refuses.
    static func open(_ settings: ServeSettings) throws(CommandError) -> ServeListeners {
        let passed = ServiceManager.takeSockets()
        if passed.isEmpty, settings.tokenFile == nil, let open = settings.addresses.first(where: { !$0.isLocal }) {
            throw withoutTokens(open.description)
        }
        var sockets: [ListeningSocket] = []
        do throws(CommandError) {
            for socket in passed {
                sockets.append(
                    try listening("a socket that was passed in") { () throws(ListenFailure) in
                        try ListeningSocket.passedIn(socket.descriptor, name: socket.name)
                    })
            }
            for address in passed.isEmpty ? settings.addresses : [] {
                sockets.append(
                    try listening(address.description) { () throws(ListenFailure) in
                        try ListeningSocket.open(address, backlog: HTTPServerConfiguration().backlog)
                    })
            }
        } catch {
            for socket in sockets { socket.removeFile() }
            throw error
        }
        if settings.tokenFile == nil, let open = sockets.first(where: { !$0.isLocal }) {
            for socket in sockets { socket.removeFile() }
            throw withoutTokens(open.address)
        }
        let path = sockets.lazy.compactMap(\.path).first
        return ServeListeners(sockets: sockets, path: path.flatMap(AbsolutePath.of))
    }

    /// Removes the files of Unix sockets of our own: nobody will listen on them.
    func removeFiles() {
        for socket in sockets { socket.removeFile() }
    }

    /// Opens one socket, or says which could not be opened.
    private static func listening(
        _ name: String, _ open: () throws(ListenFailure) -> ListeningSocket
    ) throws(CommandError) -> ListeningSocket {
        do throws(ListenFailure) {
            return try open()
        } catch {
            throw CommandError(
                .inputOutput, "cannot listen on \(OutcomeLine.printable(name)): \(error)",
                cure: "stop the other process, make the folder, or choose another --listen")
        }
    }

    private static func withoutTokens(_ address: String) -> CommandError {
        CommandError(
            .configuration, "\(address) can be reached from other machines, and there are no tokens",
            cure: "give --token-file FILE, or listen on a Unix socket or on loopback")
    }
}
