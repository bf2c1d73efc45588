import Glibc

/// The program: takes the command line apart, runs one command, and ends with its status.
@main
struct Attachd {
    static func main() async {
        AllocatorSettings.apply()
        // A reader that goes away (`| head`, a closed TLS peer) is an error of that write, never the end of the process.
        _ = signal(SIGPIPE, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        exit(await run(words).rawValue)
    }

    /// Runs one command line; everything for people has been written when it returns.
    static func run(_ words: [String]) async -> ExitStatus {
        do throws(CommandError) {
            return try await dispatch(words)
        } catch {
            StandardStreams.tell(error.line)
            return error.status
        }
    }

    private static func dispatch(_ words: [String]) async throws(CommandError) -> ExitStatus {
        if words == ["--version"] {
            try StandardStreams.write(Array("attachd \(Version.text)\n".utf8))
            return .success
        }
        if words == ["--help"] || words == ["-h"] {
            try StandardStreams.write(Array(Help.overview.utf8))
            return .success
        }
        let arguments = try Arguments.parse(words, environment: StandardStreams.environment)
        if arguments.command == .help { return try HelpCommand(arguments).run() }
        if arguments.flag("help") {
            try StandardStreams.write(Array(Help.text(of: arguments.command).utf8))
            return .success
        }
        switch arguments.command {
        case .serve: return try await ServeCommand(arguments).run()
        case .resolve: return try await ResolveCommand(arguments).run()
        case .prewarm: return try await PrewarmCommand(arguments).run()
        case .preview: return try await PreviewCommand(arguments).run()
        case .check: return try await CheckCommand(arguments).run()
        case .cache: return try await CacheCommand(arguments).run()
        case .dialects: return try DialectsCommand(arguments).run()
        case .doctor: return try await DoctorCommand(arguments).run()
        case .help: return .success
        }
    }
}
