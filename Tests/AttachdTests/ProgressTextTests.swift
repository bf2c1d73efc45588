import Testing

@testable import attachd

@Suite struct ProgressTextTests {
    private static func progress(
        total: Int64? = 4_008, perSecond: Double = 20
    ) throws -> ProgressSnapshot {
        ProgressSnapshot(
            tally: try SampleTally.sample(), total: total, elapsed: .seconds(65), bytesPerSecond: 12_340_000,
            resultsPerSecond: perSecond)
    }

    @Test func `at 80 columns says what there is to say`() throws {
        let lines = ProgressText.lines(try Self.progress(), width: 79, colours: false)
        #expect(
            lines == [
                "[####################....................] 50 % 2,004/4,008 ETA 1:40",
                "2,000 attached  4 failed  500 from the cache  12.3 MB/s",
                "slowest: slow.test 1.2 s, cdn.example.com 40 ms",
                "malformed-line line 77",
                "deadline https://slow.test/a/very/long/path/2/b.jpg?sig=*",
                "deadline https://slow.test/a/very/long/path/1/b.jpg?sig=*",
            ])
    }

    @Test func `at 40 columns says the same shorter`() throws {
        let lines = ProgressText.lines(try Self.progress(), width: 39, colours: false)
        #expect(
            lines == [
                "[#####......] 50 % 2,004/4,008 ETA 1:40",
                "2,000 ok  4 bad  500 hits  12.3 MB/s",
                "slowest: slow.test 1.2 s, cdn.example.~",
                "malformed-line line 77",
                "deadline https://slow.test/a/very/long~",
                "deadline https://slow.test/a/very/long~",
            ])
    }

    @Test(arguments: Array(1...130))
    func `no line is longer than the width, with colours or without`(width: Int) throws {
        for total in [nil, 0, 2_004, 1_000_000_000] as [Int64?] {
            let progress = try Self.progress(total: total)
            let plain = ProgressText.lines(progress, width: width, colours: false)
            #expect(plain.allSatisfy { $0.count <= max(10, width) && !$0.contains("\u{1b}") })
            let coloured = ProgressText.lines(progress, width: width, colours: true)
            let stripped = coloured.map { $0.replacing(#/\x{1b}\[[0-9;]*m/#, with: "") }
            #expect(stripped == plain)
        }
    }

    @Test func `no text from outside steers the terminal or has a width of its own`() throws {
        var tally = PrewarmTally()
        tally.add(SampleTally.failed("http://h\u{1b}[2J/\u{202e}é漢\n\r\u{7f}"))
        let progress = ProgressSnapshot(
            tally: tally, total: nil, elapsed: .zero, bytesPerSecond: 0, resultsPerSecond: 0)
        for line in ProgressText.lines(progress, width: 200, colours: false) {
            #expect(line.unicodeScalars.allSatisfy { (0x20...0x7e).contains($0.value) }, "\(line)")
        }
    }

    @Test func `one line for a log says how far it is`() throws {
        #expect(
            ProgressText.line(try Self.progress())
                == "prewarm: 2,004 of 4,008 done, 2,000 attached, 4 failed, 500 from the cache, 12.3 MB/s, 1:40 left")
        #expect(ProgressText.line(try Self.progress(total: nil, perSecond: 0)).hasPrefix("prewarm: 2,004 done, "))
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000")])
    func `sets thousands apart`(number: Int64, text: String) {
        #expect(ProgressText.grouped(number) == text)
    }

    @Test(arguments: [
        (0, "0 s"), (59, "59 s"), (60, "1:00"), (3599, "59:59"), (3600, "1:00:00"), (360_000, "100:00:00"),
    ])
    func `writes times as a clock`(seconds: Int, text: String) {
        #expect(ProgressText.clock(.seconds(seconds)) == text)
    }

    @Test func `rates are those of the last ten seconds`() {
        var rates = ProgressRates()
        let start = ContinuousClock.now
        #expect(rates.note(0, 0, at: start) == (0, 0))
        #expect(rates.note(100, 10, at: start + .seconds(10)) == (10, 1))
        #expect(rates.note(100, 30, at: start + .seconds(20)) == (0, 2))
        #expect(rates.note(400, 30, at: start + .seconds(30)) == (30, 0))
    }
}
