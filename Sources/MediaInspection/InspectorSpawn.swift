import CLinux
import Glibc
import MediaTypes
import Telemetry

/// Starts an inspector's process: the only user of `posix_spawn(3)`.
struct InspectorSpawn {
    /// The new process; not yet reaped, so the number cannot be anyone else's.
    let process: Int32
    /// Our end of the socket pair; the other is the child's alone.
    let socket: DescriptorHandle
    /// Our end of the pipe that is the child's standard error; does not block.
    let words: DescriptorHandle

    /// Two lines: libmagic must open no time zone file behind the lock, and a crash must not start a backtracer.
    private static let environment = ["TZ=UTC0", "SWIFT_BACKTRACE=enable=no"]

    /// Spawns `executable` in a process group of its own, with default signals, an empty mask, and nothing open but
    /// /dev/null twice, the pipe, the socket and its own file.
    ///
    /// `demand` is told to the child as its only argument.
    init(_ executable: InspectorExecutable, demand: SandboxDemand = .seccomp) throws(SystemCallError) {
        try self.init(executable, argument: demand.rawValue)
    }

    /// The same with another only argument.
    init(_ executable: InspectorExecutable, argument: String) throws(SystemCallError) {
        var pair: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            throw .current("socketpair")
        }
        let (ours, theirs) = try InspectorSpawn.owned(pair)
        var pipe: [Int32] = [-1, -1]
        guard unsafe linux_pipe(&pipe) == 0 else { throw .current("pipe2") }
        let (output, input) = try InspectorSpawn.owned(pipe)
        guard fcntl(output.number, F_SETFL, O_NONBLOCK) == 0 else { throw .current("fcntl") }
        process = try InspectorSpawn.start(executable, argument, socket: theirs, words: input)
        socket = ours
        words = output
    }

    private static func owned(_ ends: [Int32]) throws(SystemCallError) -> (DescriptorHandle, DescriptorHandle) {
        let first = Result { () throws(SystemCallError) in try DescriptorHandle(raising: ends[0]) }
        let second = Result { () throws(SystemCallError) in try DescriptorHandle(raising: ends[1]) }
        return (try first.get(), try second.get())
    }

    private static func start(
        _ executable: InspectorExecutable, _ argument: String, socket: DescriptorHandle, words: DescriptorHandle
    ) throws(SystemCallError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        try check("posix_spawn_file_actions_init", unsafe posix_spawn_file_actions_init(&actions))
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for standard in [STDIN_FILENO, STDOUT_FILENO] {
            try check("addopen", unsafe posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0))
        }
        let places = [
            (words.number, STDERR_FILENO), (socket.number, InspectorProtocol.socketNumber),
            (executable.descriptor.number, InspectorProtocol.executableNumber),
        ]
        for (source, place) in places {
            try check("adddup2", unsafe posix_spawn_file_actions_adddup2(&actions, source, place))
        }
        try check(
            "addclosefrom",
            unsafe posix_spawn_file_actions_addclosefrom_np(&actions, InspectorProtocol.executableNumber + 1))

        var attributes = posix_spawnattr_t()
        try check("posix_spawnattr_init", unsafe posix_spawnattr_init(&attributes))
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        try check("setsigmask", unsafe posix_spawnattr_setsigmask(&attributes, &signals))
        unsafe sigfillset(&signals)
        try check("setsigdefault", unsafe posix_spawnattr_setsigdefault(&attributes, &signals))
        try check("setpgroup", unsafe posix_spawnattr_setpgroup(&attributes, 0))
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        try check("setflags", unsafe posix_spawnattr_setflags(&attributes, Int16(flags)))

        var process: pid_t = 0
        // The path is the child's own: its file actions have put the executable there before it is opened.
        let path = "/proc/self/fd/\(InspectorProtocol.executableNumber)"
        let code = unsafe withCStrings(["attachd-inspector", argument]) { arguments in
            unsafe withCStrings(environment) { environment in
                unsafe posix_spawn(&process, path, &actions, &attributes, arguments, environment)
            }
        }
        try check("posix_spawn", code)
        return process
    }

    private static func check(_ call: String, _ code: Int32) throws(SystemCallError) {
        guard code == 0 else { throw SystemCallError(call, code: code) }
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
