/// The texts of `--help`, made from the option table.
enum Help {
    /// What each subcommand is for: synopsis and explanation. An `Example:` or `Examples:` line, with indented lines below
    /// it, comes last; the manual pages make a section of it.
    static func introduction(_ command: CommandName) -> (synopsis: String, text: String) {
        switch command {
        case .serve:
            (
                "attachd serve [options]",
                """
                Runs the daemon: answers an ingest server over HTTP on a Unix socket (or TCP), until SIGTERM. SIGHUP reads
                the token file again and restarts the inspectors.

                Examples:
                  attachd serve --listen unix:/run/attachd/attachd.sock
                  curl --unix-socket /run/attachd/attachd.sock -d @payload.json \\
                       -H 'Content-Type: application/json' http://localhost/v1/content
                """
            )
        case .resolve:
            (
                "attachd resolve [options] [FILE... | -]",
                """
                Reads push payloads (JSON; each FILE or standard input holds one document or a sequence of them), fetches
                the media they name before the deadline, decides by their bytes whether a phone will show them, keeps
                them in the cache and prints one notification content descriptor for each payload.

                Descriptors go to standard output; one line for each attachment goes to standard error.

                Where a daemon holds the cache, or with --socket, the daemon does the work, with its own settings.

                Examples:
                  attachd resolve payload.json
                  attachd resolve --timeout 5s --policy apple < payload.json
                  attachd resolve --url https://example.com/a.jpg
                  attachd resolve --dry-run payload.json
                """
            )
        case .prewarm:
            (
                "attachd prewarm [options] [FILE... | -]",
                """
                Makes media ready before the pushes go out. Each line of a FILE or of standard input is a URL or a push
                payload (JSON, on one line); blank lines and those that begin with # say nothing. A list may be of any
                length. What is fresh in the cache is not fetched, so running it again fetches only what is missing.

                One line of JSON for each URL goes to standard output, in the order of completion, with the number of its
                line; a summary goes to standard error. On a terminal, without --json, the progress stands in for them.

                Where a daemon holds the cache, or with --socket, the daemon does the work, behind its other requests.

                --report FILE writes one HTML page that stands alone: totals, failures by reason with what helps, times by
                host, small pictures of what was warmed (up to 48 of at most 256 KiB, 4 MiB in all), and the lines (the
                first 250,000), to filter, sort and save.

                Examples:
                  attachd prewarm urls.txt > results.ndjson
                  attachd prewarm --report report.html urls.txt > results.ndjson
                  attachd prewarm --fail-on policy --pin 2d campaign.ndjson
                  zcat urls.gz | attachd prewarm -
                """
            )
        case .check:
            (
                "attachd check [options] FILE... | -",
                """
                Inspects local files against the policy, without network or cache, and prints one JSON document for each:
                accepted or rejected, the reason, what was measured, and warnings. One line for each file goes to
                standard error. A file name is no evidence: only the bytes count.

                Why a file is rejected, and what helps:
                \(ReasonHelp.table)

                Example:
                  attachd check picture.jpg film.mp4
                """
            )
        case .preview:
            (
                "attachd preview [options] FILE | -",
                """
                Resolves one push payload as 'resolve' does, and prints one HTML page that shows what people will see: the
                notification collapsed and expanded, on an iPhone and on Android, with its media, texts and buttons; what
                became of each of its media, why and what helps; and the payload, as received and as to be delivered.

                The page stands alone, so that it can be sent on: it asks nobody for anything, and the media lie in it as
                long as they have 16 MiB in all; what is beyond that is named, and not shown.

                'attachd serve --preview' has the same page for payloads that are pasted into it.

                Example:
                  attachd preview payload.json > page.html
                """
            )
        case .cache:
            (
                "attachd cache stats | list | verify | gc | purge [URL] [options]",
                """
                Looks after the cache.
                  stats    bytes, blobs, entries, remembered failures, by kind and by host
                  list     one line for each URL the cache knows
                  verify   reads every blob again and compares it with its digest (--repair drops the damaged)
                  gc       removes what nothing refers to any more and expired failures
                  purge    forgets a URL, a host (--host), what is old (--older-than), or everything (--all)

                Where a daemon holds the cache, or with --socket, the daemon does the work.

                Examples:
                  attachd cache stats
                  attachd cache list --kind image
                  attachd cache purge --host cdn.example.com
                """
            )
        case .dialects:
            (
                "attachd dialects [options]",
                """
                Lists the dialects, that is how each push vendor writes media into a payload: the name for --dialect and
                ?dialect=, and the layouts that are read under it. A payload is tried in the order of the list.

                Example:
                  attachd resolve --dialect airship --dry-run payload.json
                """
            )
        case .doctor:
            (
                "attachd doctor [options]",
                """
                Looks at what attachd needs from this machine, container or unit, and says what to do where something is
                missing: the inspector and each of its locks (tried in a real one), the cache's folder (room, inodes,
                nameless files, locking), descriptors, names, certificates, the clock, and the versions of the libraries.

                Run it as the user and under the limits that the daemon has. One look-up of a root server's name goes to
                the network. The exit status is 1 where something does not work; what merely could be better is a warning.

                Example:
                  attachd doctor --cache-dir /var/cache/attachd
                """
            )
        case .help:
            (
                "attachd help [options] [COMMAND]",
                """
                Explains a command, or with one of its options prints what a package of attachd is made of: the manual
                pages and the completions of the shells, from the same tables as this help.

                Examples:
                  attachd help resolve
                  attachd help --manual serve | man -l -
                  attachd help --completion bash > /etc/bash_completion.d/attachd
                """
            )
        }
    }

    /// One line for each subcommand.
    static let summaries: [(CommandName, String)] = [
        (.serve, "run the daemon"),
        (.resolve, "payloads in, notification content descriptors out"),
        (.prewarm, "lists of URLs and payloads into the cache, before the pushes go out"),
        (.preview, "a payload in, a page out that shows what people will see"),
        (.check, "inspect local files against the policy"),
        (.cache, "look after the cache: stats, list, verify, gc, purge"),
        (.dialects, "list the vendors whose payloads are read"),
        (.doctor, "look at what this machine gives, and say what to do"),
        (.help, "explain a command"),
    ]

    /// What each exit status means.
    static let statuses: [(ExitStatus, String)] = [
        (.success, "everything was attached or accepted"),
        (.failed, "at least one attachment failed, file was rejected or check of doctor found a problem"),
        (.usage, "wrong use of the command line"), (.malformed, "a payload is not JSON"),
        (.inputMissing, "an input file is missing"), (.unreachable, "no daemon answers, or it ended too early"),
        (.software, "a fault of attachd or its installation"),
        (.cannotCreate, "the cache cannot be created"), (.inputOutput, "reading or writing failed"),
        (.busy, "another command holds the cache"), (.permission, "the file system refuses"),
        (.configuration, "an option's value cannot be used"), (.interrupted, "interrupted"),
    ]

    /// How options, environment variables and units hang together.
    static let conventions = [
        "Every option but those about one run only is also an environment variable: --max-bytes is ATTACHD_MAX_BYTES",
        "(a repeatable one is separated by commas; the flag replaces it). Sizes: K M G are powers of 1000, Ki Mi Gi",
        "of 1024. Times: 500ms, 29s, 5m, 2h, 7d.",
    ]

    /// `attachd --help`.
    static var overview: String {
        var lines = [
            "attachd \(Version.text): media for push notifications, fetched, checked and cached before the push goes out",
            "",
            "usage: attachd COMMAND [options] [operands]",
            "",
            "commands:",
        ]
        for (command, summary) in summaries { lines.append(row(command.rawValue, summary, width: 12)) }
        lines += [
            "",
            "  attachd help COMMAND explains a command and lists its options; attachd --version prints the version.",
            "",
            "exit status:",
        ]
        for (status, meaning) in statuses { lines.append(row(String(status.rawValue), meaning, width: 12)) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// `attachd help COMMAND`.
    static func text(of command: CommandName) -> String {
        let (synopsis, text) = introduction(command)
        var lines = ["usage: \(synopsis)", "", text, "", "options:"]
        for option in OptionTable.options(of: command) {
            let name = "--" + option.name + (option.placeholder.map { " " + $0 } ?? "")
            lines.append("  " + name)
            lines.append("        " + option.summary)
        }
        lines += [""] + conventions
        return lines.joined(separator: "\n") + "\n"
    }

    private static func row(_ name: String, _ text: String, width: Int) -> String {
        "  " + name + String(repeating: " ", count: max(1, width - name.count)) + text
    }
}
