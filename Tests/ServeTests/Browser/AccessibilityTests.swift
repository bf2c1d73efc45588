import Fixtures
import LoopbackOrigin
import Testing

/// Both pages, checked for who does not see them, sees them badly, or has no mouse.
@Suite(.timeLimit(.minutes(20))) struct AccessibilityTests {
    private static let looks: [(width: Int, isDark: Bool)] = [(1280, false), (1280, true), (360, false), (360, true)]

    private static func expectNoFault(_ browser: Browser, _ name: String) async throws {
        for (width, isDark) in looks {
            try await browser.show(width: width, isDark: isDark)
            // Two frames: the page has its new size and colours then.
            _ = try await browser.evaluate(
                "new Promise(function (done) { requestAnimationFrame(function () { requestAnimationFrame(done); }); })")
            let look = "\(name), \(width) pixels\(isDark ? ", dark" : "")"
            #expect(try await browser.evaluate(AccessibilityCheck.script) == "", "\(look)")
            #expect(try await browser.evaluate(AccessibilityCheck.focusScript) == "", "\(look)")
        }
        #expect(browser.console == [], "\(name)")
    }

    @Test func `the preview has no fault`() async throws {
        guard Browser.isPresent(orSkipping: "the preview's accessibility") else { return }
        let origin = try Payload.origin()
        let daemon = try await Daemon.start(["--preview"], hasPort: true)
        let browser = try await Browser()
        let page = PreviewDriver(browser: browser)
        try await browser.open("http://127.0.0.1:\(try #require(daemon.port))/preview")
        try await Self.expectNoFault(browser, "before a payload")
        let names = ["photo.jpg", "sound.mp3", "clip.mp4", "clip.mpg", "photo.webp", "none.jpg", "scan.tiff"]
        let media = names.map { "\"\($0)\":\"\(origin.url("/" + $0))\"" }.joined(separator: ",")
        let open = #"""
            {"aps":{"alert":{"title":"عرض نهاية الأسبوع","subtitle":"Sub","body":"Body\u0007"},"mutable-content":1},
            "att":{\#(media)},"custom":{"i":"1"},"buttons":[{"n":"Open","i":"o"},{"n":"Later","i":"l"}]}
            """#
        let closed = #"{"aps":{"alert":"Hello"},"image-url":"\#(origin.url("/photo.jpg"))"}"#
        for (name, payload) in [("media of all kinds", open), ("a closed gate", closed)] {
            #expect(try await page.show(payload) == "done")
            _ = try await browser.evaluate("document.getElementById('options').open = true")
            for look in ["light", "dark"] {
                for system in ["ios", "android"] {
                    _ = try await browser.evaluate(
                        "document.querySelector('input[value=\(look)]').click();"
                            + "document.querySelector('input[value=\(system)]').click()")
                    try await Self.expectNoFault(browser, "\(name), \(system), \(look)")
                }
            }
        }
    }

    @Test func `the report has no fault`() async throws {
        guard Browser.isPresent(orSkipping: "the report's accessibility") else { return }
        let browser = try await Browser()
        let folder = try TemporaryFolder()
        try await browser.open("file://" + (try ReportSample.write(lines: 400, to: folder)))
        try await Self.expectNoFault(browser, "the report")
    }
}
