import NotificationContent
import Testing

@testable import attachd

@Suite struct PrewarmTallyTests {
    @Test func `counts by outcome, cache, reason and host`() throws {
        let tally = try SampleTally.sample()
        #expect(tally.done == 2_004 && tally.attached == 2_000 && tally.failed == 4)
        #expect(tally.cacheResults == [.miss: 1_500, .hit: 500])
        #expect(tally.bytes == 2_000_000_000 && tally.fetchedBytes == 1_500_000_000)
        #expect(tally.reasons.mapValues(\.count) == [.deadline: 3, .malformedLine: 1])
        #expect(tally.reasons[.malformedLine]?.example == "line 77")
        #expect(tally.hosts["slow.test"]?.failed == 3)
        #expect(tally.busiest(2).map(\.name) == ["cdn.example.com", "img.test"])
        #expect(tally.slowest(5).map(\.host) == ["slow.test", "cdn.example.com"])
    }

    @Test func `a repeat is counted as a line, not as bytes`() throws {
        var tally = PrewarmTally()
        tally.add(try SampleTally.attached("http://a/1"))
        tally.add(try SampleTally.attached("http://a/1", .joined, milliseconds: nil, isRepeat: true))
        tally.add(SampleTally.failed("http://a/2", isRepeat: true))
        #expect(tally.repeated == 2 && tally.bytes == 1_000_000 && tally.attached == 2)
        #expect(tally.lastFailures.isEmpty)
    }

    @Test(arguments: [(0, false), (1, true)])
    func `tells so many hosts apart`(excess: Int, hasOthers: Bool) {
        var tally = PrewarmTally()
        for index in 0..<PrewarmTally.hostLimit + excess { tally.add(SampleTally.failed("http://h\(index)/")) }
        #expect((tally.hosts[PrewarmTally.otherHosts] != nil) == hasOthers)
        #expect(tally.hosts.count == PrewarmTally.hostLimit + excess)
    }

    @Test(arguments: [
        ("HTTP://Host:8080/a", "host:8080"), ("https://h?x", "h"), ("https://h#x", "h"), ("ftp:x", "x"),
        ("http://user:pass@h/", "(host with a user name)"),
    ])
    func `counts by host and port`(url: String, host: String) {
        var tally = PrewarmTally()
        tally.add(SampleTally.failed(url))
        #expect(tally.hosts.keys.first == host)
    }
}
