import Glibc
import Synchronization

/// What is known of a running program: what it has written, whether it has ended, and who waits for either.
final class ProgramRecord: Sendable {
    private struct Text {
        var bytes: [UInt8] = []
        var isOpen = true

        /// The first whole line with `text` in it; where the stream has ended its last line need not be whole.
        func line(containing text: String) -> String? {
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            if isOpen { lines.removeLast() }
            return lines.lazy.map { String(decoding: $0, as: UTF8.self) }.first { $0.contains(text) }
        }
    }

    private struct LineWaiter {
        let text: String
        let stream: RunningProgram.Stream
        let continuation: CheckedContinuation<String?, Never>
    }

    private struct State {
        var output = Text()
        var messages = Text()
        var status: Int32?
        var lineWaiters: [LineWaiter] = []
        var endWaiters: [CheckedContinuation<ProgramRun, Never>] = []

        subscript(stream: RunningProgram.Stream) -> Text {
            get { stream == .output ? output : messages }
            set { if stream == .output { output = newValue } else { messages = newValue } }
        }

        /// The whole run; nil while it is not over.
        var run: ProgramRun? {
            guard let status, !output.isOpen, !messages.isOpen else { return nil }
            return ProgramRun(
                status: status, output: output.bytes, messages: String(decoding: messages.bytes, as: UTF8.self))
        }
    }

    private let process: pid_t
    private let state = Mutex(State())

    init(process: pid_t) {
        self.process = process
    }

    func line(containing text: String, in stream: RunningProgram.Stream) async -> String? {
        await withCheckedContinuation { continuation in
            change { $0.lineWaiters.append(LineWaiter(text: text, stream: stream, continuation: continuation)) }
        }
    }

    func run() async -> ProgramRun {
        await withCheckedContinuation { continuation in
            change { $0.endWaiters.append(continuation) }
        }
    }

    func add(_ bytes: ArraySlice<UInt8>, to stream: RunningProgram.Stream) {
        change { $0[stream].bytes.append(contentsOf: bytes) }
    }

    func close(_ stream: RunningProgram.Stream) {
        change { $0[stream].isOpen = false }
    }

    /// Sends a signal unless the process has been waited for: its number may be another's by then.
    func signal(_ number: Int32) {
        state.withLock { [process] state in
            if state.status == nil { _ = kill(process, number) }
        }
    }

    /// Waits for the process's end on the calling thread.
    func awaitEnd() {
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        // It has ended, so that taking its status waits for nothing and may happen under the lock.
        change { [process] state in
            var status: Int32 = 0
            _ = unsafe waitpid(process, &status, 0)
            state.status = ProgramStart.status(status)
        }
    }

    /// Changes the state, then wakes those who have waited for that.
    private func change(_ body: (inout State) -> Void) {
        let (lines, runs) = state.withLock { state in
            body(&state)
            var lines: [(CheckedContinuation<String?, Never>, String?)] = []
            var waiters: [LineWaiter] = []
            for waiter in state.lineWaiters {
                let line = state[waiter.stream].line(containing: waiter.text)
                if line != nil || !state[waiter.stream].isOpen {
                    lines.append((waiter.continuation, line))
                } else {
                    waiters.append(waiter)
                }
            }
            state.lineWaiters = waiters
            guard let run = state.run else { return (lines, [(CheckedContinuation<ProgramRun, Never>, ProgramRun)]()) }
            defer { state.endWaiters = [] }
            return (lines, state.endWaiters.map { ($0, run) })
        }
        for (continuation, line) in lines { continuation.resume(returning: line) }
        for (continuation, run) in runs { continuation.resume(returning: run) }
    }
}
