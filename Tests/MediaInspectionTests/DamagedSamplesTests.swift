import Fixtures
import MediaTypes
import Testing

@testable import MediaInspection

/// Samples with damage that is the same in every run, through the real inspector.
@Suite struct DamagedSamplesTests {
    private func damaged(_ bytes: [UInt8], by generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        // Headers are where a byte matters most.
        for reach in [64, 1024, bytes.count] {
            let place = Int.random(in: 0..<min(reach, bytes.count), using: &generator)
            bytes[place] =
                [0, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &generator)]
                .randomElement(using: &generator) ?? 0
        }
        if Bool.random(using: &generator) {
            bytes.removeLast(Int.random(in: 0..<bytes.count - 1, using: &generator))
        }
        return bytes
    }

    @Test(arguments: MediaExpectation.all)
    func `no damage keeps an inspector from answering`(expectation: MediaExpectation) async throws {
        let probe = EventProbe()
        var configuration = InspectorPool.Configuration()
        configuration.count = 1
        configuration.timeLimit = .seconds(60)
        configuration.observe = { probe.observe($0) }
        let pool = try InspectorPool(InspectorExecutable(at: BuiltInspector.path), configuration)
        let folder = try TemporaryFolder()
        let sample = try Fixture.bytes(expectation.file)
        for seed in 1...40 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let file = try BuiltInspector.file(damaged(sample, by: &generator), in: folder)
            if case .refused(let refusal) = await pool.inspect(file) {
                #expect(refusal.reason != .inspectionFailed, "seed \(seed): \(refusal.detail)")
            }
        }
        #expect(probe.started.count == 1)
        await pool.shutdown()
    }
}
