import NotificationContent
import Testing

@testable import attachd

@Suite struct PrewarmOrderTests {
    @Test(arguments: [
        (PrewarmFailOn.any, FailureReason.deadline, ExitStatus.failed), (.any, .malformedLine, .failed),
        (.policy, .deadline, .success), (.policy, .malformedLine, .success), (.policy, .tooLong, .failed),
        (.policy, .unsupportedType, .failed), (.none, .unsupportedType, .success),
    ])
    func `which failures decide the exit status is the caller's choice`(
        failOn: PrewarmFailOn, reason: FailureReason, status: ExitStatus
    ) {
        var tally = PrewarmTally()
        #expect(failOn.status(of: tally) == .success)
        tally.add(SampleTally.failed("http://h/", reason))
        #expect(failOn.status(of: tally) == status)
    }
}
