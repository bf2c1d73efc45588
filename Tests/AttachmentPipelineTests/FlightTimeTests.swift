import NotificationContent
import Testing

@testable import AttachmentPipeline
@testable import MediaFetching

struct FlightTimeTests {
    @Test func `what no phase explains is transfer, and never less than nothing`() {
        var report = TransferReport(
            hops: [], waited: .milliseconds(3), total: .milliseconds(20), bytes: 1, notModified: false, refusals: [])
        var phases = FetchPhases(report)
        #expect(phases.queue == 3 && phases.transfer == 17)
        #expect(phases.dns == nil && phases.connect == nil && phases.tls == nil && phases.firstByte == nil)
        report.waited = .milliseconds(30)
        phases = FetchPhases(report)
        #expect(phases.queue == 30 && phases.transfer == 0)
    }
}
