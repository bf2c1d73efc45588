import CLinux
import Glibc
import Telemetry

/// One run of a real program: its words in, what it wrote and how it ended out.
package struct ProgramRun: Sendable {
    /// The exit status; 128 + the signal's number where a signal ended it.
    package let status: Int32
    /// What it wrote to standard output.
    package let output: [UInt8]
    /// What it wrote to standard error.
    package let messages: String

    /// Standard output as text.
    package var text: String {
        String(decoding: output, as: UTF8.self)
    }

    /// Runs a built product to its end on a thread of its own.
    ///
    /// - Parameters:
    ///   - product: its name, such as `attachd`.
    ///   - arguments: the words after its name.
    ///   - environment: the whole environment.
    ///   - input: what it reads from standard input.
    /// - Returns: what it did.
    /// - Throws: `SystemCallError` when it cannot be started.
    package static func of(
        _ product: String, _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = []
    ) async throws -> ProgramRun {
        let result: Result<ProgramRun, SystemCallError> = await withCheckedContinuation { continuation in
            do throws(SystemCallError) {
                try startOwnedThread(named: "program") {
                    continuation.resume(
                        returning: Result { () throws(SystemCallError) in
                            try run(product, arguments, environment, input)
                        })
                }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        return try result.get()
    }

    private static func run(
        _ product: String, _ arguments: [String], _ environment: [String: String], _ input: [UInt8]
    ) throws(SystemCallError) -> ProgramRun {
        // Files in memory instead of pipes: nothing can block, whichever end is read first.
        let files = (try memoryFile(), try memoryFile(), try memoryFile())
        let written = unsafe input.withUnsafeBytes { unsafe pwrite(files.0.number, $0.baseAddress, $0.count, 0) }
        guard written == input.count else { throw .current("pwrite") }
        let process = try ProgramStart.spawn(
            product, arguments, environment: environment, descriptors: [files.0, files.1, files.2].map(\.number))
        withExtendedLifetime(files) {}
        var state: Int32 = 0
        while unsafe waitpid(process, &state, 0) < 0 {
            guard errno == EINTR else { throw .current("waitpid") }
        }
        return ProgramRun(
            status: ProgramStart.status(state), output: try contents(files.1),
            messages: String(decoding: try contents(files.2), as: UTF8.self))
    }

    private static func memoryFile() throws(SystemCallError) -> DescriptorHandle {
        let number = unsafe linux_memory_file("program")
        guard number >= 0 else { throw .current("memfd_create") }
        return DescriptorHandle(owning: number)
    }

    private static func contents(_ file: DescriptorHandle) throws(SystemCallError) -> [UInt8] {
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0 else { throw .current("fstat") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(file.number, $0.baseAddress, $0.count, 0) }
        guard count == bytes.count else { throw .current("pread") }
        return bytes
    }
}
