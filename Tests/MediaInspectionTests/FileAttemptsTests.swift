import Testing

@testable import MediaInspection

@Suite struct FileAttemptsTests {
    typealias Outcome = FileAttempts.Outcome
    typealias Decision = FileAttempts.Decision

    @Test(arguments: [(1, true), (498, true), (499, true), (500, false), (501, false)])
    func `an inspector is kept until it has seen its share of files`(filesTaken: Int, keepsProcess: Bool) {
        var attempts = FileAttempts(filesPerProcess: 500)
        let decision = attempts.decide(after: .answered, filesTaken: filesTaken)
        #expect(decision == Decision(next: .deliver, keepsProcess: keepsProcess))
    }

    @Test(arguments: [Outcome.declined, .crashed, .hung, .malformed, .notStarted])
    func `a file that fails is tried once more in a fresh inspector, then given up`(outcome: Outcome) {
        var attempts = FileAttempts(filesPerProcess: 500)
        #expect(attempts.decide(after: outcome, filesTaken: 3) == Decision(next: .useFresh, keepsProcess: false))
        #expect(attempts.decide(after: outcome, filesTaken: 1) == Decision(next: .giveUp, keepsProcess: false))
    }

    @Test func `a file that a fresh inspector answers is delivered, and that inspector kept`() {
        var attempts = FileAttempts(filesPerProcess: 500)
        _ = attempts.decide(after: .crashed, filesTaken: 3)
        #expect(attempts.decide(after: .answered, filesTaken: 1) == Decision(next: .deliver, keepsProcess: true))
    }

    @Test func `an idle inspector found dead does not count against the file`() {
        var attempts = FileAttempts(filesPerProcess: 500)
        for _ in 0..<5 {
            #expect(attempts.decide(after: .notTaken, filesTaken: 2) == Decision(next: .useAny, keepsProcess: false))
        }
        #expect(attempts.decide(after: .crashed, filesTaken: 1).next == .useFresh)
        #expect(attempts.decide(after: .crashed, filesTaken: 1).next == .giveUp)
    }

    @Test func `an inspector that is dead before its first file counts, so that starting cannot go on for ever`() {
        var attempts = FileAttempts(filesPerProcess: 500)
        #expect(attempts.decide(after: .notTaken, filesTaken: 1).next == .useFresh)
        #expect(attempts.decide(after: .notTaken, filesTaken: 1).next == .giveUp)
    }
}
