/// A subcommand's name.
enum CommandName: String, CaseIterable, Sendable {
    case serve
    case resolve
    case prewarm
    case check
    case preview
    case cache
    case dialects
    case doctor
    case help
}

/// One option: its row gives the parser, the environment variable and the help their facts.
struct OptionDefinition: Sendable {
    /// The name without dashes.
    let name: String
    /// What stands for the value in the help; nil for a flag.
    let placeholder: String?
    /// One line for the help.
    let summary: String
    /// Whether it may be given several times.
    var isRepeatable = false
    /// Whether it also comes from the environment.
    var hasEnvironmentVariable = true
    /// Whether it is a setting of the process that fetches and keeps the media: a daemon has its own.
    var isOfEngine = false
    /// The subcommands that take it.
    let commands: Set<CommandName>

    /// `ATTACHD_CACHE_DIR` for `cache-dir`.
    var environmentVariable: String {
        "ATTACHD_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 })
    }
}

/// All options of all subcommands. A table: its length is its only reason for being long.
enum OptionTable {
    private static let all: Set<CommandName> = [.serve, .resolve, .prewarm, .check, .cache, .preview]

    static let options: [OptionDefinition] = [
        OptionDefinition(
            name: "cache-dir", placeholder: "DIR",
            summary:
                "where blobs and index live (default: $CACHE_DIRECTORY, else $XDG_CACHE_HOME/attachd, else ~/.cache/attachd)",
            commands: [.serve, .resolve, .prewarm, .cache, .doctor, .preview]),
        OptionDefinition(
            name: "cache-max-size", placeholder: "SIZE", summary: "the most the blobs may take (default 10G)",
            isOfEngine: true, commands: [.serve, .resolve, .prewarm, .cache, .doctor, .preview]),
        OptionDefinition(
            name: "durability", placeholder: "full|group|none",
            summary: "what is synced to disk before an attachment counts as stored (default group)",
            isOfEngine: true, commands: [.serve, .resolve, .prewarm, .cache, .preview]),
        OptionDefinition(
            name: "max-bytes", placeholder: "SIZE", summary: "the largest attachment (default 10MiB)",
            isOfEngine: true, commands: [.serve, .resolve, .prewarm, .check, .preview]),
        OptionDefinition(
            name: "max-duration", placeholder: "TIME", summary: "the longest video (default 30s)",
            isOfEngine: true, commands: [.serve, .resolve, .prewarm, .check, .preview]),
        OptionDefinition(
            name: "max-pixels", placeholder: "N", summary: "the largest canvas in pixels (default 64M)",
            isOfEngine: true, commands: [.serve, .resolve, .prewarm, .check, .preview]),
        OptionDefinition(
            name: "policy", placeholder: "default|apple|fcm-android",
            summary: "which media are allowed (default: default)",
            commands: [.serve, .resolve, .prewarm, .check, .preview]),
        OptionDefinition(
            name: "timeout", placeholder: "TIME",
            summary: "when the best attempt goes out, and how long to wait for a busy cache (default 29s)",
            commands: [.serve, .resolve, .prewarm, .cache, .preview]),
        OptionDefinition(
            name: "socket", placeholder: "PATH",
            summary:
                "go through the daemon on this Unix socket (default: the daemon that holds the cache, if there is one)",
            commands: [.resolve, .prewarm, .cache, .preview]),
        OptionDefinition(
            name: "dialect", placeholder: "NAME", summary: "read every payload as this dialect (default: recognise it)",
            commands: [.resolve, .prewarm, .preview]),
        OptionDefinition(
            name: "allow-net", placeholder: "CIDR[:PORT]",
            summary: "allow a network that is denied by default, such as 127.0.0.0/8:8080; repeatable",
            isRepeatable: true, isOfEngine: true, commands: [.serve, .resolve, .prewarm, .preview]),
        OptionDefinition(
            name: "deny-net", placeholder: "CIDR[:PORT]", summary: "deny a network; repeatable", isRepeatable: true,
            isOfEngine: true, commands: [.serve, .resolve, .prewarm, .preview]),
        OptionDefinition(
            name: "allow-port", placeholder: "N", summary: "allow a port besides 80 and 443; repeatable",
            isRepeatable: true, isOfEngine: true, commands: [.serve, .resolve, .prewarm, .preview]),
        OptionDefinition(
            name: "https-only", placeholder: nil, summary: "refuse http URLs", isOfEngine: true,
            commands: [.serve, .resolve, .prewarm, .preview]),
        OptionDefinition(
            name: "nat64", placeholder: "deny|unwrap",
            summary:
                "addresses of 64:ff9b::/96: refuse them, or judge the IPv4 address in them, where a NAT64 gateway is the only way to IPv4 (default deny)",
            isOfEngine: true, commands: [.serve, .resolve, .prewarm]),
        OptionDefinition(
            name: "origin-headers", placeholder: "FILE",
            summary:
                "request headers for origins that want some, such as a token: lines of ORIGIN NAME: VALUE, each sent to its origin alone; ORIGIN is HOST[:PORT] for https, or http://HOST[:PORT]",
            isOfEngine: true, commands: [.serve, .resolve, .prewarm, .preview]),
        OptionDefinition(
            name: "user-agent", placeholder: "TEXT",
            summary: "the User-Agent header of every request (default attachd/VERSION)",
            isOfEngine: true, commands: [.serve, .resolve, .prewarm, .preview]),
        OptionDefinition(
            name: "ca-file", placeholder: "FILE",
            summary: "trust the certificate authorities of this PEM file in place of the system's", isOfEngine: true,
            commands: [.serve, .resolve, .prewarm, .preview]),
        OptionDefinition(
            name: "max-connections-per-host", placeholder: "N",
            summary: "connections to one origin at a time (default 6)", isOfEngine: true,
            commands: [.serve, .resolve, .prewarm, .preview]),
        OptionDefinition(
            name: "max-connections", placeholder: "N", summary: "connections at a time (default 256)",
            isOfEngine: true, commands: [.serve, .resolve, .prewarm, .doctor, .preview]),
        OptionDefinition(
            name: "inspectors", placeholder: "N", summary: "inspector processes (default: one a core)",
            isOfEngine: true, commands: [.serve, .resolve, .prewarm, .check, .preview]),
        OptionDefinition(
            name: "require-sandbox", placeholder: "full|seccomp|off",
            summary: "the locks without which no file is inspected; full is seccomp and Landlock (default seccomp)",
            isOfEngine: true, commands: [.serve, .resolve, .prewarm, .check, .doctor, .preview]),
        OptionDefinition(
            name: "listen", placeholder: "unix:PATH|HOST:PORT",
            summary:
                "where to listen; repeatable; sockets passed by systemd win (default: $RUNTIME_DIRECTORY/attachd.sock)",
            isRepeatable: true, commands: [.serve]),
        OptionDefinition(
            name: "public-base-url", placeholder: "URL",
            summary: "where devices reach the blobs; put into the payload to deliver", commands: [.serve]),
        OptionDefinition(
            name: "http-threads", placeholder: "N", summary: "HTTP threads (default: one a core)", commands: [.serve]),
        OptionDefinition(
            name: "token-file", placeholder: "FILE",
            summary: "bearer tokens for TCP clients, one a line; needed for a listener beyond loopback",
            commands: [.serve]),
        OptionDefinition(
            name: "drain-timeout", placeholder: "TIME",
            summary: "how long requests may finish after SIGTERM (default 25s)", commands: [.serve]),
        OptionDefinition(
            name: "preview", placeholder: nil,
            summary: "answer GET /preview with a page on which people see what a payload will show", commands: [.serve]),
        OptionDefinition(
            name: "log-level", placeholder: "debug|info|warning|error",
            summary: "the least event to log on standard error (default warning)", commands: all),
        OptionDefinition(
            name: "log-format", placeholder: "text|json", summary: "the form of log lines (default text)",
            commands: all),
        OptionDefinition(
            name: "url", placeholder: "URL", summary: "resolve one URL instead of a payload; repeatable",
            isRepeatable: true, hasEnvironmentVariable: false, commands: [.resolve]),
        OptionDefinition(
            name: "dry-run", placeholder: nil, summary: "print dialect, references and gate; fetch nothing",
            hasEnvironmentVariable: false, commands: [.resolve]),
        OptionDefinition(
            name: "view", placeholder: "payload", summary: "print only the payload to deliver",
            hasEnvironmentVariable: false, commands: [.resolve]),
        OptionDefinition(
            name: "pin", placeholder: "TIME",
            summary: "prewarm: how long what was attached stays in the cache (default 7d; 0s: no longer than anything)",
            commands: [.prewarm]),
        OptionDefinition(
            name: "fail-on", placeholder: "any|policy|none",
            summary:
                "prewarm: which failures make the exit status 1; policy: media that no phone would show (default any)",
            commands: [.prewarm]),
        OptionDefinition(
            name: "report", placeholder: "FILE",
            summary: "write a page on what became of the list: totals, causes and cures, hosts, every line",
            hasEnvironmentVariable: false, commands: [.prewarm]),
        OptionDefinition(
            name: "json", placeholder: nil, summary: "one JSON document a line, on a terminal too",
            hasEnvironmentVariable: false, commands: [.resolve, .prewarm, .check, .cache, .dialects, .doctor]),
        OptionDefinition(
            name: "markdown", placeholder: nil,
            summary: "the whole table that payloads are read by, as a page of Markdown",
            hasEnvironmentVariable: false, commands: [.dialects]),
        OptionDefinition(
            name: "host", placeholder: "HOST", summary: "list, purge: only URLs of this host",
            hasEnvironmentVariable: false, commands: [.cache]),
        OptionDefinition(
            name: "kind", placeholder: "image|video|audio|failure", summary: "list: only this kind",
            hasEnvironmentVariable: false, commands: [.cache]),
        OptionDefinition(
            name: "sort", placeholder: "newest|oldest|largest", summary: "list: the order (default newest)",
            hasEnvironmentVariable: false, commands: [.cache]),
        OptionDefinition(
            name: "full", placeholder: nil, summary: "list: show query values, which may be secrets",
            hasEnvironmentVariable: false, commands: [.cache]),
        OptionDefinition(
            name: "repair", placeholder: nil, summary: "verify: drop what is damaged, so that it is fetched anew",
            hasEnvironmentVariable: false, commands: [.cache]),
        OptionDefinition(
            name: "older-than", placeholder: "TIME", summary: "purge: only what was stored longer ago than this",
            hasEnvironmentVariable: false, commands: [.cache]),
        OptionDefinition(
            name: "all", placeholder: nil, summary: "purge: everything", hasEnvironmentVariable: false,
            commands: [.cache]),
        OptionDefinition(
            name: "manual", placeholder: nil, summary: "print the manual page, in the language of man(7)",
            hasEnvironmentVariable: false, commands: [.help]),
        OptionDefinition(
            name: "completion", placeholder: "bash|zsh|fish", summary: "print the completions for a shell",
            hasEnvironmentVariable: false, commands: [.help]),
        OptionDefinition(
            name: "help", placeholder: nil, summary: "print this help", hasEnvironmentVariable: false,
            commands: all.union([.dialects, .doctor])),
    ]

    /// The options of one subcommand, in the table's order.
    static func options(of command: CommandName) -> [OptionDefinition] {
        options.filter { $0.commands.contains(command) }
    }
}
