import HTTPService
import Telemetry

/// The options of `serve` beside the common ones.
struct ServeSettings: Sendable {
    /// Where to listen, unless the service manager passed sockets in.
    let addresses: [ListenAddress]
    /// Where devices reach the blobs, without a trailing slash.
    let publicBaseURL: String?
    /// HTTP threads.
    let threads: Int
    /// The file of bearer tokens.
    let tokenFile: String?
    /// How long requests may finish after SIGTERM.
    let drainTimeout: Duration
    /// Whether there is a page for people.
    let hasPreview: Bool

    /// Reads the options.
    ///
    /// - Parameters:
    ///   - arguments: the command line.
    ///   - environment: looks up one environment variable.
    ///   - cores: how many processors there are.
    /// - Throws: `CommandError` with status 64 or 78.
    init(
        _ arguments: Arguments, environment: (String) -> String?, cores: Int
    ) throws(CommandError) {
        let reader = OptionReader(arguments)
        var addresses: [ListenAddress] = []
        for text in arguments.values["listen"] ?? [] { addresses.append(try reader.address("listen", text)) }
        if addresses.isEmpty {
            let folder = environment("RUNTIME_DIRECTORY") ?? environment("XDG_RUNTIME_DIR") ?? "/run/attachd"
            addresses = [.unixSocket(path: folder + "/attachd.sock")]
        }
        self.addresses = addresses
        publicBaseURL = try reader.baseURL("public-base-url")
        threads = Int(try reader.count("http-threads", in: 1...256) ?? Int64(cores))
        tokenFile = arguments.value("token-file")
        drainTimeout = try reader.duration("drain-timeout", in: Duration.zero...Duration.seconds(3600)) ?? .seconds(25)
        hasPreview = arguments.flag("preview")
    }
}

extension OptionReader {
    /// An address to listen on.
    func address(_ name: String, _ text: String) throws(CommandError) -> ListenAddress {
        guard let address = ListenAddress(text) else {
            throw refuse(
                name, text, cure: "write unix:PATH or HOST:PORT, such as unix:/run/attachd.sock or 127.0.0.1:8080")
        }
        return address
    }

    /// An http or https URL without query and fragment; a trailing slash is cut.
    func baseURL(_ name: String) throws(CommandError) -> String? {
        guard var text = value(name) else { return nil }
        let isPlain = text.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7f && $0 != 0x3f && $0 != 0x23 && $0 != 0x22 && $0 != 0x5c
        }
        guard isPlain, text.hasPrefix("https://") || text.hasPrefix("http://"), text.utf8.count > 8 else {
            throw refuse(
                name, text, cure: "write an http or https URL without a query, such as https://media.example.com")
        }
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
