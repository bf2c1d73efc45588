import Fixtures
import LoopbackOrigin
import NotificationContent
import Testing

/// The preview in a real browser, over the real daemon.
@Suite(.timeLimit(.minutes(20))) struct PreviewBrowserTests {
    private static let json = "Content-Type: application/json\r\n"

    /// A sample whose URLs all lead to the origin's media, by what their names end with.
    private static func local(_ text: String, _ origin: LoopbackOrigin) -> String {
        text.replacing(#/https?:(?:\\?\/){2}(?:[^"\\\s]|\\\/)+/#) { match in
            let url = match.output.lowercased()
            let kinds = [
                (".mp4", "/clip.mp4"), (".gif", "/animation.gif"), (".mp3", "/sound.mp3"), (".png", "/picture.png"),
            ]
            return origin.url(kinds.first { url.contains($0.0) }?.1 ?? "/photo.jpg")
        }
    }

    private static func expectDrawn(_ page: JSONView, as descriptor: JSONView, _ name: String) {
        for field in ["title", "subtitle", "body"] {
            let text = descriptor["content", .member(field)] ?? ""
            #expect(page.texts(.member(field)) == (text.isEmpty ? [] : [text]), "\(name): \(field)")
        }
        #expect(
            page.texts("actions") == descriptor.texts("presentation", "actions", member: "title"), "\(name): actions")
        let attached = descriptor.texts("content", "attachments", member: "identifier")
        let prepared = descriptor.texts("prepared", member: "identifier")
        #expect(Set(page.texts("attachments")) == Set(attached), "\(name): attachments")
        #expect(Set(page.texts("good")) == Set(attached + prepared), "\(name): verdicts")
        #expect(page.texts("bad") == descriptor.texts("failures", member: "identifier"), "\(name): failures")
        #expect(page.texts("wait") == descriptor.texts("references", member: "identifier"), "\(name): references")
        #expect(page["blank"] == "0", "\(name): every picture is there")
    }

    @Test func `draws each sample as its descriptor says, without a word on the console`() async throws {
        guard Fixture.sharedIsPresent(orSkipping: "58 sample payloads in a browser"), let shared = Fixture.shared,
            Browser.isPresent(orSkipping: "58 sample payloads in a browser")
        else { return }
        let origin = try Payload.origin()
        let daemon = try await Daemon.start(["--preview"], hasPort: true)
        let browser = try await Browser()
        let page = PreviewDriver(browser: browser)
        try await browser.open("http://127.0.0.1:\(try #require(daemon.port))/preview")
        let folder = shared + "/reference/payloads"
        let list = try JSONTokens(Fixture.readFile(folder + "/expected.json"))
        var names: [String] = []
        list.forEachMember(of: 0) { name, _ in names.append(list.text(name) ?? "") }
        var drawn = 0
        for name in names where name.hasSuffix(".json") {
            let sample = String(decoding: try Fixture.readFile(folder + "/" + name), as: UTF8.self)
            let payload = Self.local(sample, origin)
            #expect(try await page.show(payload) == "done", "\(name)")
            let answer = try await daemon.post("/v1/content", payload, Self.json)
            let seen = try await page.drawn()
            let descriptor = try JSONView(answer.body)
            Self.expectDrawn(seen, as: descriptor, name)
            let delivered = try await daemon.post("/v1/content?view=payload", payload, Self.json)
            #expect(seen["bytes"] == String(delivered.body.count), "\(name): size")
            let sources = ["content", "prepared", "failures", "references"].flatMap { place in
                place == "content"
                    ? descriptor.texts("content", "attachments", member: "source")
                    : descriptor.texts(.member(place), member: "source")
            }
            #expect(Set(seen.texts("marks")) == Set(sources), "\(name): marks")
            drawn += 1
        }
        #expect(drawn == 58)
        #expect(browser.console == [])
        print("payload samples in a browser: \(drawn)")
    }

    @Test func `shows script, markup and control characters of a payload as text`() async throws {
        guard Browser.isPresent(orSkipping: "hostile texts in a browser") else { return }
        let origin = try Payload.origin()
        let daemon = try await Daemon.start(["--preview"], hasPort: true)
        let browser = try await Browser()
        let page = PreviewDriver(browser: browser)
        try await browser.open("http://127.0.0.1:\(try #require(daemon.port))/preview")
        let script = "<script>window.hacked=1</script>"
        let image = "<img src=x onerror=window.hacked=2>"
        let payload = #"""
            {"aps":{"alert":{"title":"\#(script)","subtitle":"a\u0000b\u0007c\u202ed\ud800","body":"\#(image)&lt;&amp;"},
            "mutable-content":1},"custom":{"i":"1"},"__proto__":{"hacked":3},
            "att":{"\#(image)":"\#(origin.url("/photo.jpg"))","constructor":"\#(origin.url("/gone"))?\#(script)",
            "u\u2028":"javascript:window.hacked=4"},
            "buttons":[{"n":"\#(script)","i":"__proto__"}]}
            """#
        #expect(try await page.show(payload) == "done")
        let seen = try await page.drawn()
        #expect(seen.texts("title") == [script])
        #expect(seen.texts("subtitle") == ["a[U+0000]b[U+0007]c[U+202E]d\u{fffd}"])
        #expect(seen.texts("body") == [image + "&lt;&amp;"])
        #expect(seen.texts("actions") == [script])
        #expect(seen.texts("attachments") == [image])
        #expect(seen.texts("bad").contains("constructor"))
        let found = try await browser.evaluate(
            """
            [String(window.hacked), String({}.hacked), document.querySelectorAll("#result script, #result iframe, "
                + "#result [onerror], #result img[src=x], #result a[href]").length,
                Array.from(document.querySelectorAll("[src]")).filter(function (node) {
                    return !/^\\/v1\\/blobs\\/[0-9a-f]{64}\\./.test(node.getAttribute("src")); }).length].join(" ")
            """)
        #expect(found == "undefined undefined 0 0")
        #expect(browser.console == [])
    }

    @Test func `asks for a token where the daemon wants one, and for nothing else than the daemon`() async throws {
        guard Browser.isPresent(orSkipping: "a token in a browser") else { return }
        let origin = try Payload.origin()
        let folder = try TemporaryFolder()
        let token = String(repeating: "token-", count: 4)
        TextFile.write(token + "\n", to: folder.path + "/tokens")
        let daemon = try await Daemon.start(
            ["--preview", "--token-file", folder.path + "/tokens"], in: folder, hasPort: true)
        let browser = try await Browser()
        let page = PreviewDriver(browser: browser)
        // The password of the browser's own dialogue; a fetch must not send it along.
        try await browser.open("http://me:\(token)@127.0.0.1:\(try #require(daemon.port))/preview")
        let payload = Payload.of(origin.url("/photo.jpg"))
        #expect(try await page.show(payload) == "refused")
        #expect(try await browser.evaluate("document.activeElement.id") == "token")
        _ = try await browser.evaluate("document.getElementById('token').value = '\(token)'")
        #expect(try await page.show(payload) == "done")
        #expect(try await page.drawn().texts("attachments") == ["a0"])
        let asked = try await browser.evaluate(
            "performance.getEntriesByType('resource').map(function (one) { return new URL(one.name).pathname; }).join()"
        )
        let paths = Set(asked.split(separator: ",").map { $0.hasPrefix("/v1/blobs/") ? "/v1/blobs/" : String($0) })
        #expect(paths == ["/v1/content", "/v1/blobs/"])
        #expect(try await page.show("{\"aps\":\n{]") == "refused")
        #expect(try await browser.evaluate("document.getElementById('state').textContent").contains("Line 2: "))
    }
}
