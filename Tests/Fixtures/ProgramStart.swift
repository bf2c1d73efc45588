import CLinux
import Glibc
import Telemetry

/// Starts real programs: the one place of the tests that calls `posix_spawn(3)`.
enum ProgramStart {
    /// Starts a built product, or another program where the name is a path.
    ///
    /// - Parameters:
    ///   - product: its name, such as `attachd`; also its first argument.
    ///   - arguments: the words after its name.
    ///   - environment: the whole environment.
    ///   - descriptors: what becomes standard input, output, error, 3, 4 and so on; no later one may have the number of
    ///     an earlier one's place. Nothing else is inherited.
    /// - Returns: the process.
    /// - Throws: `SystemCallError` when it cannot be started.
    static func spawn(
        _ product: String, _ arguments: [String], environment: [String: String], descriptors: [Int32]
    ) throws(SystemCallError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (place, source) in descriptors.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, source, Int32(place))
        }
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, Int32(descriptors.count))
        var process: pid_t = 0
        let path = product.contains("/") ? product : BuiltProduct.path(product)
        let code = unsafe withCStrings([product] + arguments) { arguments in
            unsafe withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
                unsafe posix_spawn(&process, path, &actions, nil, arguments, environment)
            }
        }
        guard code == 0 else { throw SystemCallError("posix_spawn", code: code) }
        return process
    }

    /// The exit status in what `waitpid(2)` reports; 128 + the signal's number where a signal ended the process.
    static func status(_ state: Int32) -> Int32 {
        let signal = state & 0x7f
        return signal == 0 ? (state >> 8) & 0xff : 128 + signal
    }

    /// Lends out a NULL-terminated array of C strings.
    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        var pointers = unsafe strings.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe body(pointers)
    }
}
