import Fixtures
import Glibc
import MediaInspection
import Synchronization
import Telemetry

/// The inspector that was built together with these tests.
enum BuiltInspector {
    /// Its path.
    static let path = BuiltProduct.path("attachd-inspector")

    /// A program of the test's own in place of the inspector: a shell script.
    static func script(_ text: String, in folder: TemporaryFolder) throws -> InspectorExecutable {
        let path = folder.path + "/fake-inspector"
        try write(Array("#!/bin/sh\n\(text)\n".utf8), to: path, mode: 0o700)
        return try InspectorExecutable(at: path)
    }

    /// A file with these bytes, open for reading.
    static func file(_ bytes: [UInt8], in folder: TemporaryFolder, flags: Int32 = O_RDONLY) throws -> DescriptorHandle {
        let path = folder.path + "/file"
        try write(bytes, to: path, mode: 0o600)
        return try open(path, flags)
    }

    /// A committed sample, open for reading.
    static func sample(_ name: String) throws -> DescriptorHandle {
        try open(Fixture.path(name), O_RDONLY)
    }

    private static func open(_ path: String, _ flags: Int32) throws -> DescriptorHandle {
        let number = unsafe Glibc.open(path, flags | O_CLOEXEC)
        guard number >= 0 else { throw FixtureError.unreadable(path, errno) }
        return DescriptorHandle(owning: number)
    }

    private static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws {
        let number = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard number >= 0 else { throw FixtureError.unreadable(path, errno) }
        defer { close(number) }
        guard unsafe Glibc.write(number, bytes, bytes.count) == bytes.count else {
            throw FixtureError.unreadable(path, errno)
        }
    }

    /// Whether a process of this number exists, a zombie included.
    static func exists(_ process: Int32) -> Bool {
        kill(process, 0) == 0
    }
}

/// Keeps what a pool reports, and acts on it while the pool's thread waits.
final class EventProbe: Sendable {
    private let kept = Mutex<[InspectorEvent]>([])
    private let act: @Sendable (InspectorEvent, [InspectorEvent]) -> Void

    /// A probe that calls `act` with each event and all those before it.
    init(_ act: @escaping @Sendable (InspectorEvent, [InspectorEvent]) -> Void = { _, _ in }) {
        self.act = act
    }

    /// Takes one event.
    func observe(_ event: InspectorEvent) {
        let before = kept.withLock { events in
            defer { events.append(event) }
            return events
        }
        act(event, before)
    }

    /// All events so far.
    var events: [InspectorEvent] {
        kept.withLock { $0 }
    }

    /// The processes started so far.
    var started: [Int32] {
        events.compactMap { if case .started(let process) = $0 { process } else { nil } }
    }
}
