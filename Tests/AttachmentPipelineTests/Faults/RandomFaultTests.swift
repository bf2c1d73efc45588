import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import MediaFetching
import NotificationContent
import Synchronization
import Testing

@testable import AttachmentCache
@testable import Telemetry

/// An origin that at random resets, stalls, cuts, lies and slows down: whatever is attached is byte for byte one version
/// of what the origin has, and whatever fails names the reason that the origin gave.
///
/// 300 cases, or `$ATTACHD_TEST_FAULTS`; each follows from the seed (`$ATTACHD_TEST_SEED`) and its number.
@Suite(.timeLimit(.minutes(20)), .serialized) struct RandomFaultTests {
    private static let seed = Fixture.environment("ATTACHD_TEST_SEED").flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
    private static let cases = Fixture.environment("ATTACHD_TEST_FAULTS").flatMap { Int($0) } ?? 300
    /// One case in so many may stall; those run one at a time, since moving their clock would stall the others too.
    private static let stallShare = 10
    private static let batch = 250

    /// What an origin did, by case.
    private final class Deeds: Sendable {
        private let effects = Mutex<[Int: [FaultScript.Effect]]>([:])
        private let stalled = Mutex<Set<Int>>([])
        private let pauses = Mutex(0)
        let gate: OriginGate

        init() throws {
            gate = try OriginGate()
        }

        /// Whether a slow answer waits for the clock; it is told once.
        func takePause() -> Bool {
            pauses.withLock { pauses in
                defer { pauses = 0 }
                return pauses > 0
            }
        }

        func hasStalled(_ index: Int) -> Bool {
            stalled.withLock { $0.contains(index) }
        }

        func answer(_ script: FaultScript, _ index: Int, _ request: OriginRequest) -> OriginReply {
            let number = effects.withLock { $0[index]?.count ?? 0 }
            let hooks = FaultScript.Hooks(
                stalls: { self.stalled.withLock { _ = $0.insert(index) } },
                pauses: { self.pauses.withLock { $0 += 1 } }, gate: gate)
            let (reply, effect) = script.answer(number, request, hooks)
            effects.withLock { $0[index, default: []].append(effect) }
            return reply
        }

        func of(_ index: Int) -> [FaultScript.Effect] {
            effects.withLock { $0[index] ?? [] }
        }
    }

    /// What must come of what an origin did: at most two retries, each only where the fault may pass.
    private static func expectation(_ effects: [FaultScript.Effect]) -> (result: FaultScript.Effect?, requests: Int) {
        var last: FaultScript.Effect?
        for (number, effect) in effects.prefix(3).enumerated() {
            switch effect {
            case .whole: return (effect, number + 1)
            case .fault(_, _, passes: false): return (effect, number + 1)
            case .fault: last = effect
            // What ended the body is the reason, not what came in place of its rest.
            case .falseRest: break
            }
        }
        return (last, 3)
    }

    private static func origin(_ deeds: Deeds, mayStall: Bool) throws -> LoopbackOrigin {
        let photo = try Fixture.bytes("photo.jpg")
        return try LoopbackOrigin { request in
            guard let index = Int(request.path.dropFirst()) else { return .body([], status: 404) }
            let script = FaultScript(seed: seed, index: index, photo: photo, mayStall: mayStall)
            return deeds.answer(script, index, request)
        }
    }

    /// Compares an outcome with the origin's truth; whether it was attached.
    private static func check(
        _ index: Int, _ outcome: Outcome?, _ effects: [FaultScript.Effect], mayStall: Bool
    ) throws -> Bool {
        let (result, requests) = expectation(effects)
        let comment = Comment(rawValue: "ATTACHD_TEST_SEED=\(seed), case \(index): \(effects)")
        #expect(effects.count == requests, comment)
        switch outcome {
        case .attached(let media):
            guard case .whole(let version) = result else {
                Issue.record("attached \(media.bytes) bytes; \(comment)")
                return true
            }
            let script = FaultScript(
                seed: seed, index: index, photo: try Fixture.bytes("photo.jpg"), mayStall: mayStall)
            #expect(media.sha256 == digest(of: script.body(version))?.hexadecimal, comment)
            return true
        case .failed(let failure):
            guard case .fault(let reason, let status, _) = result else {
                Issue.record("failed: \(failure.reason) \(failure.detail); \(comment)")
                return false
            }
            #expect(failure.reason.rawValue == reason, comment)
            #expect(failure.httpStatus == status, comment)
            #expect(!failure.cached, comment)
            return false
        case nil:
            Issue.record("no outcome; \(comment)")
            return false
        }
    }

    private static func digest(of bytes: [UInt8]) -> Digest? {
        guard var hash = SHA256() else { return nil }
        hash.update(bytes.span)
        return hash.finish()
    }

    private static func configure(_ configuration: inout FetchConfiguration) {
        configuration.retries = .withoutWaits
        // Each case is a URL of its own, and the origin's row of faults is the point.
        configuration.backOff = .none
    }

    @Test func `many at once: every digest is the origin's, every reason the right one`() async throws {
        print("random faults: ATTACHD_TEST_SEED=\(Self.seed)")
        let count = Self.cases - Self.cases / Self.stallShare
        let tally = Mutex(0)
        let origin = try LoopbackOrigin(routes: [:])
        try await PipelineBench.run(origin, fetching: Self.configure) { bench in
            var before: ProcessSize?
            for start in stride(from: 0, to: count, by: Self.batch) {
                let deeds = try Deeds()
                let origin = try Self.origin(deeds, mayStall: false)
                let attached = try await withThrowingTaskGroup(of: Bool.self) { group in
                    var attached = 0
                    for index in start..<min(start + Self.batch, count) {
                        if index - start >= 8, try await group.next() == true { attached += 1 }
                        group.addTask {
                            let outcome = await bench.resolve(origin.url("/\(index)")).outcomes.first ?? nil
                            return try Self.check(index, outcome, deeds.of(index), mayStall: false)
                        }
                    }
                    for try await isAttached in group where isAttached { attached += 1 }
                    return attached
                }
                tally.withLock { $0 += attached }
                origin.shutDown()
                await origin.waitUntilDisconnected()
                // The first batches fill pools and tables.
                if before == nil, start >= 3 * Self.batch { before = ProcessSize.current }
            }
            let attached = tally.withLock { $0 }
            print("random faults: \(attached) attached, \(count - attached) failed")
            #expect(attached > count / 4 && attached < count * 3 / 4)
            if let before, let after = ProcessSize.current {
                print("random faults: before \(before), after \(after)")
                // Other tests run beside this one unless it is told its number of cases.
                #expect(after.descriptors <= before.descriptors + 8)
                #expect(after.residentBytes < before.residentBytes + 48 << 20)
            }
        }
    }

    @Test func `one at a time, with a clock that is moved: what stalls is told so, what is slow is waited for`()
        async throws
    {
        let clock = MovedClock(frozen: false)
        let stalled = Mutex(0)
        let origin = try LoopbackOrigin(routes: [:])
        try await PipelineBench.run(
            origin, clocks: clock.clocks, fetchClocks: clock.clocks, fetching: Self.configure
        ) { bench in
            let deeds = try Deeds()
            let origin = try Self.origin(deeds, mayStall: true)
            for index in 0..<max(1, Self.cases / Self.stallShare) {
                let isOver = Mutex(false)
                async let attempt = {
                    let outcome = await bench.resolve(origin.url("/\(index)")).outcomes.first ?? nil
                    isOver.withLock { $0 = true }
                    return outcome
                }()
                while !isOver.withLock({ $0 }) {
                    for _ in 0..<2 { await bench.fetcher.answer() }
                    // What was sent has been read by now, and the clock looked at.
                    if deeds.hasStalled(index), bench.fetcher.load.running > 0 { clock.move(by: .seconds(5)) }
                    if deeds.takePause() {
                        for _ in 0..<2 { await bench.fetcher.answer() }
                        clock.move(by: FaultScript.slowPause)
                        for _ in 0..<2 { await bench.fetcher.answer() }
                        deeds.gate.release()
                    }
                    await bench.fetcher.answer()
                    await Task.yield()
                }
                let outcome = await attempt
                _ = try Self.check(index, outcome, deeds.of(index), mayStall: true)
                if deeds.hasStalled(index) { stalled.withLock { $0 += 1 } }
            }
        }
        #expect(stalled.withLock { $0 } > 0)
    }
}

/// What a process holds, from `/proc/self`.
struct ProcessSize: Sendable, CustomStringConvertible {
    let descriptors: Int
    let residentBytes: Int

    /// The sizes now; nil where they cannot be read, or where other tests run beside.
    static var current: ProcessSize? {
        guard Fixture.environment("ATTACHD_TEST_FAULTS") != nil, let status = ProcessStatus.current(),
            let descriptors = ProcessStatus.openDescriptors()
        else { return nil }
        return ProcessSize(
            descriptors: Int(descriptors), residentBytes: Int(status.residentPages * ProcessStatus.pageBytes))
    }

    var description: String {
        "\(descriptors) descriptors, \(residentBytes >> 20) MiB"
    }
}
