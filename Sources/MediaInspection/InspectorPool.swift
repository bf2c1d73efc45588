package import MediaTypes
import Synchronization
package import Telemetry

/// The inspectors of a daemon: started when needed, replaced when they fail, at most as many as there are threads.
///
/// Each file is in the hands of one owned thread, which blocks on one process; files wait in the order in which they come.
/// Lock order: `state` is held for a few instructions only, never while a process is started, waited for or ended.
package final class InspectorPool: Sendable {
    /// The operator's settings and the pool's limits.
    package struct Configuration: Sendable {
        /// Processes at most (`--inspectors`); default 2.
        package var count = 2
        /// What a file may take in one process; default 3 s.
        package var timeLimit = Duration.seconds(3)
        /// What a process may take to be ready; default 10 s, for a machine that is busy with everything else.
        package var startLimit = Duration.seconds(10)
        /// The locks without which a process gets no file (`--require-sandbox`); default seccomp.
        package var sandbox = SandboxDemand.seccomp
        /// Files after which a process is replaced; default 500.
        package var filesPerProcess = 500
        /// Told of everything that happens, on the pool's threads; must not block.
        package var observe: @Sendable (InspectorEvent) -> Void = { _ in }
        /// The clocks that limits are measured with.
        package var clocks = Clocks.system

        /// The defaults.
        package init() {}
    }

    private struct State {
        var idle: [InspectorProcess] = []
        /// Processes that may take another file: those started since the last renewal.
        var current: Set<Int32> = []
        var locks: InspectorLocks?
        var unlocked: InspectorError?
        var jobs: UInt32 = 0
        var busy = 0
        var isShutDown = false
        var departing: [CheckedContinuation<Void, Never>] = []
    }

    private let executable: InspectorExecutable
    private let configuration: Configuration
    private let threads: OwnedThreads
    private let state = Mutex(State())

    /// A pool without any process yet.
    ///
    /// - Throws: `InspectorError.system` when its threads cannot be started.
    package init(_ executable: InspectorExecutable, _ configuration: Configuration = Configuration())
        throws(InspectorError)
    {
        self.executable = executable
        self.configuration = configuration
        do throws(SystemCallError) {
            threads = try OwnedThreads(count: max(1, configuration.count), name: "inspection")
        } catch {
            throw .system(error)
        }
    }

    /// Tells this inspector's verdicts from those of another; begins with a blank, or is empty.
    package var version: String {
        executable.version
    }

    /// Starts one process if none is idle, so that the first file need not wait, and a daemon that cannot inspect fails early.
    package func warmUp() async throws(InspectorError) {
        try await threads.run { [self] () throws(InspectorError) in
            guard begin() else { throw .shutDown }
            defer { finish() }
            if state.withLock({ !$0.idle.isEmpty }) { return }
            release(try start())
        }
    }

    /// Finds out what the bytes of `file` are: in turn, within twice the time limit once it is its turn.
    ///
    /// The inspector gets a read-only descriptor, whatever `file` is. Ends at once when the calling task is cancelled.
    package func inspect(_ file: DescriptorHandle) async -> InspectionResult {
        let ticket = InspectionTicket()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                ticket.wait(continuation)
                threads.submit { [self] in
                    guard !ticket.isEnded else { return }
                    ticket.end(with: inspectNow(file))
                }
            }
        } onCancel: {
            ticket.end(with: .cancelled)
        }
    }

    /// Ends every process: idle ones at once, the others when they have answered. Files that still wait are refused.
    package func shutdown() async {
        let idle = state.withLock { state in
            state.isShutDown = true
            defer { state.idle = [] }
            return state.idle
        }
        await threads.run { for process in idle { process.end() } }
        await withCheckedContinuation { continuation in
            let isQuiet = state.withLock { state in
                if state.busy > 0 { state.departing.append(continuation) }
                return state.busy == 0
            }
            if isQuiet { continuation.resume() }
        }
    }

    /// Replaces every process: idle ones end at once, the others when they have answered.
    package func renew() async {
        let idle = state.withLock { state in
            state.current = []
            defer { state.idle = [] }
            return state.idle
        }
        await threads.run { for process in idle { process.end() } }
    }

    /// The numbers of the processes that wait for a file.
    package var idleProcesses: [Int32] {
        state.withLock { $0.idle.map(\.number) }
    }

    /// The locks that the last process started holds; nil before the first.
    package var locks: InspectorLocks? {
        state.withLock { $0.locks }
    }

    /// Why no file can be inspected here: the last process started could not lock itself in. Nil if none tried, or it could.
    package var unlocked: InspectorError? {
        state.withLock { $0.unlocked }
    }

    private func inspectNow(_ file: DescriptorHandle) -> InspectionResult {
        guard begin() else { return .refused(MediaRefusal(.inspectionFailed, "\(InspectorError.shutDown)")) }
        defer { finish() }
        let subject: InspectionSubject
        do throws(MediaRefusal) {
            subject = try InspectionSubject(file)
        } catch {
            return .refused(error)
        }
        var attempts = FileAttempts(filesPerProcess: configuration.filesPerProcess)
        var next = FileAttempts.Next.useAny
        while true {
            let attempt = attempt(subject, inFresh: next == .useFresh)
            let decision = attempts.decide(after: attempt.outcome, filesTaken: attempt.process?.filesTaken ?? 0)
            if let process = attempt.process { dispose(of: process, after: attempt, keeps: decision.keepsProcess) }
            next = decision.next
            switch next {
            case .useAny, .useFresh: continue
            case .deliver, .giveUp: return attempt.result
            }
        }
    }

    private func attempt(_ subject: InspectionSubject, inFresh: Bool) -> InspectionAttempt {
        let process: InspectorProcess
        do throws(InspectorError) {
            let idle = inFresh ? nil : state.withLock { $0.idle.popLast() }
            if let idle { process = idle } else { process = try start() }
        } catch {
            return InspectionAttempt(notStarted: error)
        }
        let job = state.withLock { state in
            state.jobs &+= 1
            return state.jobs
        }
        let request = InspectorProtocol.Request(job: job, fileBytes: subject.bytes)
        let exchange = process.inspect(subject.file, request: request, limit: configuration.timeLimit) {
            configuration.observe(.handedOver(process: process.number))
        }
        return InspectionAttempt(exchange, by: process, limit: configuration.timeLimit)
    }

    /// Starts a process and waits until it is ready.
    private func start() throws(InspectorError) -> InspectorProcess {
        do throws(InspectorError) {
            let process = try InspectorProcess(
                executable, demand: configuration.sandbox, startLimit: configuration.startLimit,
                clocks: configuration.clocks)
            state.withLock { state in
                state.current.insert(process.number)
                state.locks = process.locks
                state.unlocked = nil
            }
            configuration.observe(.started(process: process.number))
            return process
        } catch {
            if case .unlocked = error { state.withLock { $0.unlocked = error } }
            configuration.observe(.notStarted(detail: "\(error)"))
            throw error
        }
    }

    /// Keeps or ends a process that has had a file, and says what became of it.
    private func dispose(of process: InspectorProcess, after attempt: InspectionAttempt, keeps: Bool) {
        guard attempt.outcome == .answered else {
            end(process)
            let words = process.lastWords
            let detail = words.isEmpty ? attempt.detail : "\(attempt.detail); its last words: \(words)"
            configuration.observe(.failed(process: process.number, detail: detail))
            return
        }
        configuration.observe(.answered(process: process.number))
        if keeps { return release(process) }
        end(process)
        configuration.observe(.recycled(process: process.number))
    }

    /// Lets the next file have a process; ends it if there will be none.
    private func release(_ process: InspectorProcess) {
        let isKept = state.withLock { state in
            let isKept = !state.isShutDown && state.current.contains(process.number)
            if isKept { state.idle.append(process) }
            return isKept
        }
        if !isKept { end(process) }
    }

    /// Ends a process; its number may be another's from now on.
    private func end(_ process: InspectorProcess) {
        _ = state.withLock { $0.current.remove(process.number) }
        process.end()
    }

    /// Counts a thread's work, so that a shutdown can wait for it; false once the pool is shut down.
    private func begin() -> Bool {
        state.withLock { state in
            if !state.isShutDown { state.busy += 1 }
            return !state.isShutDown
        }
    }

    private func finish() {
        let departing = state.withLock { state in
            state.busy -= 1
            guard state.busy == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.departing = [] }
            return state.departing
        }
        for continuation in departing { continuation.resume() }
    }
}
