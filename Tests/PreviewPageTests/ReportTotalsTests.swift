import NotificationContent
import Testing

@testable import PreviewPage

struct ReportTotalsTests {
    @Test(
        arguments: [
            (-1, 0), (0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (32_767, 15), (32_768, 16), (65_535, 16), (65_536, 17),
            (131_072, 17), (Int64.max, 17),
        ] as [(Int64, Int)]) func `counts a time in its class`(milliseconds: Int64, index: Int)
    {
        var times = TimeHistogram()
        times.add(milliseconds)
        #expect(times.counts.firstIndex(of: 1) == index)
        #expect(times.longest == max(0, milliseconds))
    }

    @Test(arguments: [
        ("https://a.example/x", "a.example"), ("http://A.example:81?x", "a.example:81"),
        ("http://u:p@b.example/", "b.example"),
        ("http://b.example#f", "b.example"), ("http:", ""), ("nonsense", "(no URL)"), ("", "(no URL)"),
    ]) func `tells hosts apart`(url: String, host: String) {
        #expect(ReportTotals.host(of: url) == host)
    }

    @Test func `counts what became of each line, and bytes only once`() {
        var totals = ReportTotals()
        let attached = ReportLine.Verdict.attached(bytes: 10, cache: .miss, sha256: "")
        totals.add(ReportLine(line: 1, url: "http://a/1", verdict: attached, milliseconds: 5))
        totals.add(
            ReportLine(
                line: 2, url: "http://a/1", verdict: .attached(bytes: 10, cache: .joined, sha256: ""), isRepeat: true))
        totals.add(ReportLine(line: 3, url: "http://b/", verdict: .failed(.empty, detail: "x"), milliseconds: 7))
        totals.add(ReportLine(line: 4, url: nil, verdict: .failed(.malformedLine, detail: "x")))
        #expect(totals.attached == 2 && totals.failed == 2 && totals.repeated == 1 && totals.bytes == 10)
        #expect(totals.reasons == [.empty: 1, .malformedLine: 1])
        #expect(totals.cacheResults == [.miss: 1, .joined: 1])
        #expect(totals.hosts.keys.sorted() == ["a", "b"])
        #expect(totals.hosts["a"]?.attached == 2 && totals.hosts["a"]?.bytes == 10)
    }

    @Test func `stays bounded, however many hosts there are`() {
        var totals = ReportTotals()
        for number in 0..<ReportTotals.hostLimit + 2 {
            totals.add(ReportLine(line: 1, url: "http://h\(number)/", verdict: .failed(.empty, detail: "")))
        }
        #expect(totals.hosts.count == ReportTotals.hostLimit + 1)
        #expect(totals.hosts[ReportTotals.otherHosts]?.failed == 2)
    }
}
