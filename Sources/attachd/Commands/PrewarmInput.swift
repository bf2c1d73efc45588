import AttachmentPipeline
import NotificationContent
import Synchronization
import Telemetry

/// The lists that a command line names, read one after the other on a thread of their own.
///
/// One task at a time asks for the next part; any may stop the reading.
final class PrewarmInput: Sendable {
    /// How far the reading is.
    struct Progress: Sendable, Equatable {
        /// Lines that say something.
        var lines: Int64 = 0
        /// URLs and bad lines that they brought.
        var wishes: Int64 = 0
        /// Payloads without media among them.
        var withoutMedia: Int64 = 0
        /// Whether everything has been read.
        var isComplete = false
        /// Lines of all lists that say something, where they have been counted beforehand.
        var counted: Int64?

        /// How many results there will be, as far as that is known.
        var total: Int64? {
            if isComplete { return wishes }
            return counted.map { wishes + max(0, $0 - lines) }
        }
    }

    private struct State {
        var waiting: [InputFile]
        var current: (name: String?, file: DescriptorHandle)?
        var splitter = LineSplitter()
        var progress = Progress()
        var status = ExitStatus.success
    }

    private let dialect: DialectName?
    private let namesFiles: Bool
    private let reading: OwnedThreads
    private let interruption: Interruption
    private let files: [InputFile]
    private let state: Mutex<State>

    /// Opens nothing yet.
    ///
    /// - Throws: `CommandError` with status 70 where no thread or pipe can be had.
    init(_ names: [String], dialect: DialectName?) throws(CommandError) {
        self.dialect = dialect
        files = names.map(InputFile.init)
        namesFiles = names.count > 1
        state = Mutex(State(waiting: files))
        do throws(SystemCallError) {
            reading = try OwnedThreads(count: 1, name: "prewarm-input")
            interruption = try Interruption()
        } catch {
            throw CommandError(.software, "the list cannot be read: \(error)", cure: "look at the process's limits")
        }
    }

    /// How far the reading is.
    var progress: Progress {
        state.withLock { $0.progress }
    }

    /// The worst of what could not be read; 0 where nothing is wrong.
    var status: ExitStatus {
        state.withLock { $0.status }
    }

    /// The next part of the lists; nil at their end, or once the reading has been stopped.
    func next() async -> [PrewarmWish]? {
        await reading.run { [self] in readPart() }
    }

    /// Ends the reading, also one that waits.
    func stop() {
        interruption.interrupt()
    }

    /// Counts the lines of all lists, if each is a file that can be read twice.
    func count() async {
        let counted = try? OwnedThreads(count: 1, name: "prewarm-count")
        guard let counted, let total = await counted.run({ [self] in countLines() }) else { return }
        state.withLock { $0.progress.counted = total }
    }

    private func readPart() -> [PrewarmWish]? {
        while let (name, file) = openCurrent() {
            let piece: [UInt8]?
            do throws(CommandError) {
                piece = try interruption.read(file, of: InputFile(name: name ?? files.first?.name ?? "-"))
            } catch {
                note(error)
                state.withLock { $0.current = nil }
                continue
            }
            guard let piece else { return nil }
            let lines = state.withLock { split(piece, name, &$0) }
            let parts = lines.map { $0.wishes(dialect: dialect) }
            let wishes = parts.flatMap { $0 }
            state.withLock { state in
                state.progress.lines += Int64(lines.count)
                state.progress.wishes += Int64(wishes.count)
                state.progress.withoutMedia += Int64(parts.count { $0.isEmpty })
            }
            if !wishes.isEmpty { return wishes }
        }
        state.withLock { $0.progress.isComplete = true }
        return nil
    }

    /// The lines of a piece of the current list; an empty piece is its end.
    private func split(_ piece: [UInt8], _ name: String?, _ state: inout State) -> [PrewarmLine] {
        var lines: [PrewarmLine] = []
        let take = { (number: Int, bytes: ArraySlice<UInt8>?) in
            if let line = PrewarmLine(PrewarmPlace(file: name, line: number), bytes: bytes) { lines.append(line) }
        }
        if piece.isEmpty {
            state.splitter.end(take)
            state.current = nil
        } else {
            state.splitter.add(piece, take)
        }
        return lines
    }

    private func openCurrent() -> (name: String?, file: DescriptorHandle)? {
        while true {
            let next = state.withLock { state -> (open: (String?, DescriptorHandle)?, file: InputFile?) in
                if let current = state.current { return (current, nil) }
                return (nil, state.waiting.isEmpty ? nil : state.waiting.removeFirst())
            }
            if let open = next.open { return open }
            guard let file = next.file else { return nil }
            do throws(CommandError) {
                let opened = try file.opened()
                state.withLock { state in
                    state.splitter = LineSplitter()
                    state.current = (namesFiles ? file.name : nil, opened)
                }
            } catch {
                note(error)
            }
        }
    }

    private func note(_ error: CommandError) {
        StandardStreams.tell(error.line)
        state.withLock { $0.status = $0.status.combined(with: error.status) }
    }

    private func countLines() -> Int64? {
        var total: Int64 = 0
        for file in files {
            guard file.name != "-", let handle = try? file.openedIfRegular() else { return nil }
            var splitter = LineSplitter()
            let take = { (_: Int, bytes: ArraySlice<UInt8>?) in
                if PrewarmLine.saysSomething(bytes) { total += 1 }
            }
            while let piece = try? interruption.read(handle, of: file) {
                guard !piece.isEmpty else {
                    splitter.end(take)
                    break
                }
                splitter.add(piece, take)
            }
        }
        return total
    }
}
