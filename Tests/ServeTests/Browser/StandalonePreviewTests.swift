import AttachmentCache
import Fixtures
import LoopbackOrigin
import NotificationContent
import PreviewPage
import Testing

/// The page of `attachd preview`, made by the real program without a daemon and opened in a real browser.
@Suite(.timeLimit(.minutes(20))) struct StandalonePreviewTests {
    @Test(arguments: [false, true]) func `makes a page from a file or from standard input`(
        isPiped: Bool
    ) async throws {
        let origin = try Payload.origin()
        let folder = try TemporaryFolder()
        let payload = Payload.of(origin.url("/photo.jpg"), origin.url("/none.jpg"), origin.url("/sound.mp3"))
        TextFile.write(payload, to: folder.path + "/payload.json")
        let run = try await ProgramRun.of(
            "attachd",
            ["preview", "--cache-dir", folder.path + "/cache", "--allow-net", "127.0.0.0/8"]
                + (isPiped ? ["-"] : [folder.path + "/payload.json"]), input: isPiped ? Array(payload.utf8) : [])
        #expect(run.status == 1, "one of three is missing: \(run.messages)")
        #expect(run.messages.split(separator: "\n").count == 3, "\(run.messages)")
        #expect(run.text.hasPrefix("<!DOCTYPE html>") && run.text.contains("data:image/jpeg;base64,"))
        guard Browser.isPresent(orSkipping: "a page that stands alone, drawn") else { return }
        TextFile.write(run.text, to: folder.path + "/page.html")
        let browser = try await Browser()
        try await browser.open("file://\(folder.path)/page.html")
        let seen = try await PreviewDriver(browser: browser).drawn()
        #expect(seen.texts("body") == ["Hello"])
        #expect(Set(seen.texts("good")) == ["a0", "a2"] && seen.texts("bad") == ["a1"])
        #expect(seen["blank"] == "0")
        let phases = try await browser.evaluate(
            """
            Array.from(document.querySelectorAll("[data-identifier=a0] [data-phase]")).map(
                function (node) { return node.dataset.phase; }).join()
            """)
        #expect(phases.hasPrefix("queue,") && phases.hasSuffix(",firstByte,transfer,inspect,store"), "\(phases)")
        let asked = try await browser.evaluate(
            """
            performance.getEntriesByType("resource").filter(
                function (one) { return !/^data:/.test(one.name); }).length + ""
            """)
        #expect(asked == "0")
        #expect(browser.console == [])
    }

    @Test(arguments: [
        (["preview", "/nonexistent/a.json"], "", 66), (["preview", "-"], "{\"a\":", 65), (["preview", "-"], "", 65),
        (["preview", "-"], "{} {}", 65), (["preview", "a", "b"], "", 64),
    ]) func `writes no page where there is nothing to show`(
        words: [String], input: String, status: Int32
    ) async throws {
        let folder = try TemporaryFolder()
        let run = try await ProgramRun.of(
            "attachd", words, environment: ["XDG_CACHE_HOME": folder.path], input: Array(input.utf8))
        #expect(run.status == status, "\(run.messages)")
        #expect(run.output.isEmpty && run.messages.hasPrefix("attachd: "))
    }

    @Test func `gives the cause and the cure of every reason`() async throws {
        let reasons = FailureReason.allCases
        let urls = reasons.map { "https://cdn.example.com/\($0.rawValue)" }
        let payload = Array(Payload.of(urls).utf8)
        let outcomes = reasons.map { Outcome.failed(AttachmentFailure($0, "found <b>\($0.rawValue)</b>")) }
        let descriptor = ContentDescriptor(payload: try NotificationContent.Payload.read(payload), outcomes: outcomes)
        let page = PreviewPage(policies: ["default"], digest: SHA256.bytes(of:)).standalone(
            .init(payload: payload, descriptor: descriptor, media: []))
        guard Browser.isPresent(orSkipping: "\(reasons.count) reasons in a browser") else { return }
        let folder = try TemporaryFolder()
        TextFile.write(String(decoding: page, as: UTF8.self), to: folder.path + "/page.html")
        let browser = try await Browser()
        try await browser.open("file://\(folder.path)/page.html")
        let text = try await browser.evaluate(
            """
            JSON.stringify(Array.from(document.querySelectorAll("[data-verdict=bad]")).map(function (card) {
                return [card.querySelector("code").textContent, card.querySelector(".cause").textContent,
                    card.querySelector(".cure").textContent, card.querySelectorAll("b").length]; }))
            """)
        let cards = try JSONView(Array(text.utf8))
        #expect(cards.count(path: []) == reasons.count)
        for (index, reason) in reasons.enumerated() {
            let advice = ReasonGuide.advice(on: reason)
            let card = JSONView.Step.element(index)
            #expect(cards[card, 0] == reason.rawValue)
            #expect(cards[card, 1]?.lowercased() == advice.cause.lowercased() + ".", "\(reason)")
            #expect(cards[card, 2]?.lowercased() == "what helps: \(advice.cure.lowercased()).", "\(reason)")
            #expect(cards[card, 3] == "0", "\(reason)")
        }
        #expect(browser.console == [])
    }
}
