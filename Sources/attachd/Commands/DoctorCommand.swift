import AttachmentCache

/// `attachd doctor`: whether this machine, container or unit gives attachd what it needs, and what to do where not.
struct DoctorCommand {
    private let settings: Settings
    private let isTable: Bool

    /// Checks the command line.
    init(_ arguments: Arguments) throws(CommandError) {
        guard arguments.operands.isEmpty else {
            throw CommandError(.usage, "'attachd doctor' takes no operand", cure: "it looks at everything")
        }
        settings = try Settings(arguments, environment: StandardStreams.environment)
        isTable = StandardStreams.outputIsTerminal && !arguments.flag("json")
    }

    /// Prints a table for people, or one JSON document a check; 1 where something does not work.
    func run() async throws(CommandError) -> ExitStatus {
        let findings =
            try await SandboxChecks.run(settings)
            + CacheChecks.findings(CacheFolderProbe(of: settings.cacheDirectory), limit: settings.cacheMaxBytes)
            + MachineChecks.run(settings) + LibraryChecks.run()
        if isTable {
            try StandardStreams.write(Array(findings.table.utf8))
        } else {
            for finding in findings { try StandardStreams.write(finding, pretty: false) }
        }
        return findings.status
    }
}
