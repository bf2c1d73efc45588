import CLinux
import Glibc
import MediaTypes
import Synchronization
import Telemetry

/// One inspector's process and our end of its socket. Used by one thread at a time; every call blocks.
///
/// The process is killed and reaped when the last reference goes, if it was not before: none outlives its owner as a zombie.
final class InspectorProcess: Sendable {
    /// What became of a file in its hands.
    enum Exchange {
        case answer(InspectorProtocol.Answer)
        /// It had ended before the file was sent.
        case notTaken
        /// It ended while it had the file.
        case ended
        /// It did not answer in time.
        case silent
        /// It sent what is no answer of this version to this request.
        case malformed
    }

    /// The process's number.
    let number: Int32
    private let socket: DescriptorHandle
    private let words: DescriptorHandle
    private let clocks: Clocks
    private let state = Mutex(State())

    private struct State {
        var end: InspectorEnd?
        var lastWords: [UInt8] = []
        var filesTaken = 0
        var locks: InspectorLocks?
    }

    /// What is kept of standard error, in bytes; the rest is read and dropped.
    private static let wordsLimit = 1024

    /// Starts a process and waits until it is ready, behind as many locks as `demand` asks for.
    init(
        _ executable: InspectorExecutable, demand: SandboxDemand = .seccomp, startLimit: Duration, clocks: Clocks
    ) throws(InspectorError) {
        do throws(SystemCallError) {
            let spawn = try InspectorSpawn(executable, demand: demand)
            number = spawn.process
            socket = spawn.socket
            words = spawn.words
            self.clocks = clocks
        } catch {
            throw .system(error)
        }
        switch receive(until: .after(startLimit, on: clocks)) {
        case .answer(let answer):
            guard case .ready(let locks) = answer.body else { throw .foreign }
            // Its own word, but it has not seen a hostile byte yet.
            guard demand.isMet(by: locks) else {
                throw .unlocked("it says that it runs without \(locks.missing.joined(separator: " and "))")
            }
            state.withLock { $0.locks = locks }
        case .ended, .notTaken:
            let end = end()
            guard end != .exited(InspectorProtocol.unlockedStatus) else { throw .unlocked(lastWords) }
            throw .ended(end, lastWords: lastWords)
        case .silent: throw .notReady
        case .malformed: throw .foreign
        }
    }

    deinit {
        end()
    }

    /// The locks that it said it had closed when it was ready.
    var locks: InspectorLocks? {
        state.withLock { $0.locks }
    }

    /// Files handed over so far.
    var filesTaken: Int {
        state.withLock { $0.filesTaken }
    }

    /// The printable ASCII that the process wrote to standard error, on one line.
    var lastWords: String {
        let bytes = state.withLock { $0.lastWords }
        return bytes.split { !(0x21...0x7e ~= $0) }.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    /// Hands over a read-only file and waits for the answer; `handedOver` is called in between.
    func inspect(
        _ file: DescriptorHandle, request: InspectorProtocol.Request, limit: Duration, handedOver: () -> Void
    ) -> Exchange {
        let deadline = Deadline.after(limit, on: clocks)
        state.withLock { $0.filesTaken += 1 }
        let message = request.encode()
        let sent = unsafe message.withUnsafeBytes {
            unsafe linux_send_message(socket.number, $0.baseAddress, $0.count, file.number)
        }
        guard sent == message.count else { return .notTaken }
        handedOver()
        let exchange = receive(until: deadline)
        guard case .answer(let answer) = exchange else { return exchange }
        if case .ready = answer.body { return .malformed }
        return answer.job == request.job ? exchange : .malformed
    }

    /// Kills the process, reaps it and says how it ended: by our signal unless it had ended before.
    @discardableResult
    func end() -> InspectorEnd {
        if let end = state.withLock({ $0.end }) { return end }
        kill(number, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(number, &status, 0) < 0, errno == EINTR {}
        keepWords()
        let end = InspectorEnd(status: status)
        state.withLock { $0.end = end }
        return end
    }

    /// Waits for one message, reading standard error meanwhile so that the process cannot block on it.
    private func receive(until deadline: Deadline) -> Exchange {
        var wordsNumber = words.number
        while true {
            let left = deadline.remaining(at: clocks.monotonic())
            guard left > .zero else { return .silent }
            var watched = [
                pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wordsNumber, events: Int16(POLLIN), revents: 0),
            ]
            guard unsafe poll(&watched, 2, milliseconds(left)) >= 0 || errno == EINTR else { return .ended }
            if watched[1].revents != 0, !keepWords() { wordsNumber = -1 }
            if watched[0].revents != 0 { return receiveNow() }
        }
    }

    /// Receives without room for descriptors, so that a taken-over process cannot plant one.
    private func receiveNow() -> Exchange {
        var message = [UInt8](repeating: 0, count: InspectorProtocol.Answer.length + 1)
        let flags = Int32(MSG_DONTWAIT)
        let count: Int = unsafe message.withUnsafeMutableBytes {
            unsafe recv(socket.number, $0.baseAddress, $0.count, flags)
        }
        guard count > 0 else { return .ended }
        guard let answer = InspectorProtocol.Answer(decoding: Array(message[..<count])) else { return .malformed }
        return .answer(answer)
    }

    /// Reads what is there of standard error; false at its end.
    @discardableResult
    private func keepWords() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count: Int = unsafe buffer.withUnsafeMutableBytes { unsafe read(words.number, $0.baseAddress, $0.count) }
        guard count > 0 else { return count < 0 && errno == EAGAIN }
        state.withLock { state in
            state.lastWords += buffer[..<min(count, InspectorProcess.wordsLimit - state.lastWords.count)]
        }
        return true
    }

    /// Milliseconds for `poll(2)`, rounded up so that the last fraction is not spent in a loop.
    private func milliseconds(_ duration: Duration) -> Int32 {
        let (seconds, attoseconds) = duration.components
        return Int32(clamping: min(seconds, 86_400) * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}
