import Testing

@testable import Telemetry

@Suite struct LogTests {
    private let time = WallTime(milliseconds: 1_796_060_221_250)

    @Test(arguments: [
        ("plain", "\"plain\""), ("a \"b\" \\c", "\"a \\\"b\\\" \\\\c\""), ("two\nlines\r\t", "\"two\\nlines\\r\\t\""),
        ("\u{1b}[2J\u{7f}", "\"\\u001b[2J\\u007f\""), ("é", "\"é\""), ("\u{9b}31m", "\"\\u009b31m\""),
        ("\u{2028}\u{202e}\u{2069}", "\"\\u2028\\u202e\\u2069\""), ("\u{a0}\u{2027}", "\"\u{a0}\u{2027}\""),
    ])
    func `keeps a value on its line`(value: String, quoted: String) {
        #expect(Log.quoted(value) == quoted)
    }

    @Test func `orders levels by weight`() {
        #expect(LogLevel.allCases.sorted() == [.debug, .info, .warning, .error])
    }

    @Test(arguments: [
        (Log.Format.text, false, "2026-11-30T17:37:01.250Z warning: it broke part=\"disk\""),
        (.text, true, "<4>warning: it broke part=\"disk\""),
        (
            .json, false,
            "{\"time\":\"2026-11-30T17:37:01.250Z\",\"level\":\"warning\",\"message\":\"it broke\",\"part\":\"disk\"}"
        ),
        (
            .json, true,
            "<4>{\"time\":\"2026-11-30T17:37:01.250Z\",\"level\":\"warning\",\"message\":\"it broke\",\"part\":\"disk\"}"
        ),
    ])
    func `writes an event in the form that was asked for`(format: Log.Format, hasPriorities: Bool, line: String) {
        let log = Log(format: format, hasPriorities: hasPriorities)
        #expect(log.line(.warning, "it broke", [("part", "disk")], at: time) == line)
    }

    @Test(arguments: zip(LogLevel.allCases, [7, 6, 4, 3]))
    func `gives the journal the priority of a level`(level: LogLevel, priority: Int) {
        let line = Log(hasPriorities: true).line(level, "m", [], at: time)
        #expect(line == "<\(priority)>\(level.rawValue): m")
    }

    @Test func `puts a child's fields before those of an event`() {
        let child = Log(hasPriorities: true).with([("request", "r1")]).with([("trace", "t1")])
        #expect(
            child.line(.info, "m", [("url", "u")], at: time)
                == "<6>info: m request=\"r1\" trace=\"t1\" url=\"u\"")
        #expect(Log(hasPriorities: true).line(.info, "m", [], at: time) == "<6>info: m")
    }

    @Test(arguments: LogLevel.allCases)
    func `writes its level and those above it`(level: LogLevel) {
        #expect(LogLevel.allCases.filter(Log(level: level).writes) == LogLevel.allCases.filter { $0 >= level })
        #expect(!Log.silent.writes(level))
        #expect(!Log.silent.with([("a", "b")]).writes(level))
    }

    @Test func `does not make the fields of an event that is dropped`() {
        var made = 0
        func field() -> [(String, String)] {
            made += 1
            return []
        }
        Log.silent.event(.error, "m", field())
        #expect(made == 0)
    }
}
