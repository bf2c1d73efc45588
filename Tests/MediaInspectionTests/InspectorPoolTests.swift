import Fixtures
import Glibc
import MediaTypes
import Telemetry
import Testing

@testable import MediaInspection

@Suite struct InspectorPoolTests {
    private func pool(
        count: Int = 1, timeLimit: Duration = .seconds(60), filesPerProcess: Int = 500,
        _ probe: EventProbe = EventProbe(),
        executable: InspectorExecutable? = nil
    ) throws -> InspectorPool {
        var configuration = InspectorPool.Configuration()
        configuration.count = count
        configuration.timeLimit = timeLimit
        configuration.startLimit = .seconds(60)
        configuration.filesPerProcess = filesPerProcess
        configuration.observe = { probe.observe($0) }
        return try InspectorPool(executable ?? InspectorExecutable(at: BuiltInspector.path), configuration)
    }

    private func isPicture(_ result: InspectionResult) -> Bool {
        guard case .inspected(let media, sniffedType: "image/png") = result else { return false }
        return media.format == .png
    }

    private func reason(_ result: InspectionResult) -> MediaRefusal? {
        guard case .refused(let refusal) = result else { return nil }
        return refusal
    }

    /// Stops each process before its first file, so that it takes the file and never answers; acts on the hand-over.
    private func stopping(
        _ count: Int, thenOnHandOver act: @escaping @Sendable (Int32) -> Void = { _ in }
    ) -> EventProbe {
        EventProbe { event, before in
            let started = before.filter { if case .started = $0 { true } else { false } }.count
            switch event {
            case .started(let process) where started < count: kill(process, SIGSTOP)
            case .handedOver(let process) where started <= count: act(process)
            default: break
            }
        }
    }

    @Test func `a process is started with the first file and kept for the next`() async throws {
        let probe = EventProbe()
        let pool = try pool(probe)
        #expect(probe.started.isEmpty)
        for _ in 0..<3 { #expect(isPicture(await pool.inspect(try BuiltInspector.sample("picture.png")))) }
        #expect(probe.started.count == 1)
        #expect(pool.idleProcesses == probe.started)
        await pool.shutdown()
    }

    @Test func `warming up starts one process, once`() async throws {
        let probe = EventProbe()
        let pool = try pool(count: 2, probe)
        try await pool.warmUp()
        try await pool.warmUp()
        #expect(probe.started.count == 1)
        #expect(isPicture(await pool.inspect(try BuiltInspector.sample("picture.png"))))
        #expect(probe.started.count == 1)
        await pool.shutdown()
    }

    @Test func `after a shutdown no process is left, not even as a zombie, and files are refused`() async throws {
        let probe = EventProbe()
        let pool = try pool(probe)
        try await pool.warmUp()
        let process = try #require(probe.started.first)
        #expect(BuiltInspector.exists(process))
        await pool.shutdown()
        #expect(!BuiltInspector.exists(process))
        #expect(reason(await pool.inspect(try BuiltInspector.sample("picture.png")))?.reason == .inspectionFailed)
        await #expect(throws: InspectorError.shutDown) { try await pool.warmUp() }
        await pool.shutdown()
    }

    @Test func `a file whose inspector is killed is inspected again and answered`() async throws {
        let probe = stopping(1) { kill($0, SIGKILL) }
        let pool = try pool(probe)
        #expect(isPicture(await pool.inspect(try BuiltInspector.sample("picture.png"))))
        let started = probe.started
        #expect(started.count == 2)
        #expect(
            probe.events.contains(
                .failed(process: started[0], detail: "the inspector was ended by signal 9 with this file")))
        #expect(pool.idleProcesses == [started[1]])
        #expect(!BuiltInspector.exists(started[0]))
        await pool.shutdown()
    }

    @Test func `a file that kills two inspectors fails, and the next file is inspected`() async throws {
        let probe = stopping(2) { kill($0, SIGKILL) }
        let pool = try pool(probe)
        let refusal = reason(await pool.inspect(try BuiltInspector.sample("picture.png")))
        #expect(refusal == MediaRefusal(.inspectionFailed, "the inspector was ended by signal 9 with this file"))
        #expect(probe.started.count == 2)
        #expect(pool.idleProcesses.isEmpty)
        #expect(isPicture(await pool.inspect(try BuiltInspector.sample("picture.png"))))
        #expect(probe.started.count == 3)
        await pool.shutdown()
    }

    @Test func `an inspector that does not answer is killed at the time limit, twice at most`() async throws {
        let probe = stopping(2)
        let pool = try pool(timeLimit: .milliseconds(20), probe)
        let refusal = reason(await pool.inspect(try BuiltInspector.sample("picture.png")))
        #expect(refusal?.reason == .inspectionFailed)
        #expect(refusal?.detail == "the inspector did not answer within 0.02 seconds")
        #expect(probe.started.count == 2)
        #expect(probe.started.allSatisfy { !BuiltInspector.exists($0) })
        await pool.shutdown()
    }

    @Test func `an inspector that died while it was idle costs its next file nothing`() async throws {
        let probe = EventProbe()
        let pool = try pool(probe)
        try await pool.warmUp()
        let process = try #require(probe.started.first)
        #expect(isPicture(await pool.inspect(try BuiltInspector.sample("picture.png"))))
        kill(process, SIGKILL)
        #expect(isPicture(await pool.inspect(try BuiltInspector.sample("picture.png"))))
        #expect(probe.started.count == 2)
        await pool.shutdown()
    }

    @Test(arguments: [1, 2, 3])
    func `an inspector is replaced after its share of files`(share: Int) async throws {
        let probe = EventProbe()
        let pool = try pool(filesPerProcess: share, probe)
        for _ in 0..<6 { #expect(isPicture(await pool.inspect(try BuiltInspector.sample("picture.png")))) }
        let started = probe.started
        #expect(started.count == 6 / share)
        #expect(probe.events.filter { if case .recycled = $0 { true } else { false } }.count == 6 / share)
        #expect(started.allSatisfy { !BuiltInspector.exists($0) })
        await pool.shutdown()
    }

    @Test func `a renewal leaves no process of before`() async throws {
        let probe = EventProbe()
        let pool = try pool(probe)
        #expect(isPicture(await pool.inspect(try BuiltInspector.sample("picture.png"))))
        await pool.renew()
        #expect(pool.idleProcesses.isEmpty)
        #expect(probe.started.allSatisfy { !BuiltInspector.exists($0) })
        #expect(isPicture(await pool.inspect(try BuiltInspector.sample("picture.png"))))
        #expect(probe.started.count == 2)
        #expect(pool.idleProcesses == [probe.started[1]])
        await pool.shutdown()
    }

    @Test func `many files at once share the processes there are`() async throws {
        let probe = EventProbe()
        let pool = try pool(count: 2, probe)
        let answered = await withTaskGroup { group in
            for _ in 0..<40 {
                group.addTask {
                    guard let file = try? BuiltInspector.sample("picture.png") else { return false }
                    return isPicture(await pool.inspect(file))
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(answered == 40)
        #expect((1...2).contains(probe.started.count))
        await pool.shutdown()
    }

    @Test func `a cancelled asker is answered at once, whatever the inspector does`() async throws {
        let (handedOver, signal) = AsyncStream<Void>.makeStream()
        let probe = stopping(1) { _ in signal.yield() }
        let pool = try pool(probe)
        let asking = Task { await pool.inspect(try BuiltInspector.sample("picture.png")) }
        for await _ in handedOver { break }
        asking.cancel()
        #expect(try await asking.value == .cancelled)
        let process = try #require(probe.started.first)
        kill(process, SIGCONT)
        await pool.shutdown()
        #expect(!BuiltInspector.exists(process))
    }

    @Test func `a file that nobody waits for any more is not inspected`() async throws {
        let probe = EventProbe()
        let pool = try pool(probe)
        let results = try await withThrowingTaskGroup(of: InspectionResult.self) { group in
            group.cancelAll()
            group.addTask { await pool.inspect(try BuiltInspector.sample("picture.png")) }
            return try await group.reduce(into: [InspectionResult]()) { $0.append($1) }
        }
        #expect(results == [.cancelled])
        await pool.shutdown()
        #expect(probe.started.isEmpty)
    }

    @Test func `an empty file is refused without an inspector`() async throws {
        let probe = EventProbe()
        let pool = try pool(probe)
        let file = try BuiltInspector.file([], in: TemporaryFolder())
        #expect(reason(await pool.inspect(file))?.reason == .empty)
        #expect(probe.started.isEmpty)
        await pool.shutdown()
    }

    @Test(arguments: [O_RDWR, O_WRONLY])
    func `a descriptor that can write is opened anew for reading`(flags: Int32) async throws {
        let folder = try TemporaryFolder()
        let pool = try pool()
        let file = try BuiltInspector.file(try Fixture.bytes("picture.png"), in: folder, flags: flags)
        let subject = try InspectionSubject(file)
        #expect(subject.file.number != file.number)
        #expect(fcntl(subject.file.number, F_GETFL) & O_ACCMODE == O_RDONLY)
        #expect(isPicture(await pool.inspect(file)))
        await pool.shutdown()
    }
}
