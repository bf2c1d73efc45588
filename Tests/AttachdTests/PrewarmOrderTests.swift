import NotificationContent
import Testing

@testable import attachd

@Suite struct PrewarmOrderTests {
    @Test(arguments: [
        (PrewarmFailOn.any, FailureReason.deadline, 1 as Int32), (.any, .malformedLine, 1),
        (.policy, .deadline, 0), (.policy, .malformedLine, 0), (.policy, .tooLong, 1),
        (.policy, .unsupportedType, 1), (.none, .unsupportedType, 0),
    ])
    func `which failures decide the exit status is the caller's choice`(
        failOn: PrewarmFailOn, reason: FailureReason, status: Int32
    ) {
        var tally = PrewarmTally()
        #expect(failOn.status(of: tally).rawValue == 0)
        tally.add(SampleTally.failed("http://h/", reason))
        #expect(failOn.status(of: tally).rawValue == status)
    }
}
