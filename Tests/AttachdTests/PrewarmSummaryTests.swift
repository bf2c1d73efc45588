import Testing

@testable import attachd

@Suite struct PrewarmSummaryTests {
    @Test func `the summary has reasons with an example each, hosts, bytes and time`() throws {
        let progress = ProgressSnapshot(
            tally: try SampleTally.sample(), total: 4_008, elapsed: .milliseconds(12_300), bytesPerSecond: 0,
            resultsPerSecond: 0)
        var input = PrewarmInput.Progress()
        input.withoutMedia = 5
        let lines = PrewarmSummary.lines(progress, input, wasInterrupted: false)
        #expect(
            lines == [
                "prewarm done: 2,004 in 12.3 s: 2,000 attached, 4 failed",
                "  cache    500 fresh, 1,500 fetched (1.5 GB, 122.0 MB/s), 2.0 GB in all",
                "  no media 5 payloads name no media",
                "failures by reason, with an example each:",
                "         3  deadline            https://slow.test/a/very/long/path/0/b.jpg?sig=*",
                "            detail of deadline",
                "         1  malformed-line      line 77",
                "            detail of malformed-line",
                "by host:",
                "    attached     failed       size  mean time  host",
                "       1,500          0     1.5 GB      40 ms  cdn.example.com",
                "         500          0   500.0 MB          -  img.test",
                "           0          3        0 B      1.2 s  slow.test",
            ])
        let interrupted = PrewarmSummary.lines(progress, input, wasInterrupted: true)
        #expect(interrupted.first == "prewarm interrupted after 2,004 of 4,008 in 12.3 s: 2,000 attached, 4 failed")
    }
}
