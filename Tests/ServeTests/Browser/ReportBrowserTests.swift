import CLinux
import Fixtures
import Glibc
import LoopbackOrigin
import Testing

/// The page of `attachd prewarm --report`, made by the real program and opened in a real browser.
@Suite(.timeLimit(.minutes(20))) struct ReportBrowserTests {
    /// What the page says of a list: its totals by name, and what its lines and pictures are.
    private static let facts = """
        (async function () {
            var found = { totals: {}, reasons: {}, hosts: {} };
            document.querySelectorAll("[data-total]").forEach(function (node) {
                found.totals[node.dataset.total] = node.firstChild.textContent.replace(/,/g, ""); });
            document.querySelectorAll("[data-reason]").forEach(function (node) {
                found.reasons[node.dataset.reason] = node.querySelector("h3").textContent.split(" ")[0]; });
            document.querySelectorAll("[data-host]").forEach(function (node) {
                found.hosts[node.dataset.host] = node.cells[1].textContent; });
            var images = Array.from(document.querySelectorAll("#thumbnails img"));
            images.forEach(function (image) { image.loading = "eager"; });
            await Promise.all(images.map(function (image) { return image.decode(); }));
            found.thumbnails = images.filter(function (image) { return image.naturalWidth > 0; }).length;
            found.rows = document.querySelectorAll("#rows > div").length;
            found.state = document.getElementById("state").textContent;
            return JSON.stringify(found);
        }())
        """

    /// What a button would save: the browser is kept from saving it.
    private static func saved(_ button: String) -> String {
        """
        (async function () {
            var blob = null;
            URL.createObjectURL = function (one) { blob = one; return "#"; };
            HTMLAnchorElement.prototype.click = function () {};
            document.getElementById("\(button)").click();
            return await blob.text();
        }())
        """
    }

    private static func list(_ origin: LoopbackOrigin) -> [String] {
        var lines: [String] = []
        for number in 0..<20 {
            for name in ["photo.jpg", "picture.png", "photo.webp", "none.jpg", "sound.mp3"] {
                lines.append(origin.url("/\(name)?n=\(number)"))
            }
        }
        return lines + [origin.url("/photo.jpg?n=0"), "nonsense", "http://10.0.0.1/<script>.jpg"]
    }

    @Test(arguments: [false, true]) func `has the totals of the result lines, and pictures of what was warmed`(
        throughDaemon: Bool
    ) async throws {
        guard Browser.isPresent(orSkipping: "a report in a browser") else { return }
        let origin = try Payload.origin()
        let folder = try TemporaryFolder()
        let daemon = throughDaemon ? try await Daemon.start(in: folder) : nil
        let list = Self.list(origin)
        TextFile.write(list.joined(separator: "\n") + "\n", to: folder.path + "/list")
        let place = throughDaemon ? ["--cache-dir", folder.path + "/cache"] : Daemon.arguments(folder)
        let run = try await ProgramRun.of(
            "attachd", ["prewarm", "--report", folder.path + "/report.html"] + place + [folder.path + "/list"])
        #expect(run.status == 1, "\(run.messages)")
        let results = try run.text.split(separator: "\n").map { try JSONView(Array($0.utf8)) }
        #expect(results.count == list.count)
        let browser = try await Browser()
        try await browser.open("file://\(folder.path)/report.html")
        let page = try JSONView(Array(try await browser.evaluate(Self.facts).utf8))
        #expect(page["totals", "lines"] == String(results.count))
        #expect(page["totals", "attached"] == String(results.count { $0["status"] == "attached" }))
        #expect(page["totals", "failed"] == String(results.count { $0["status"] == "failed" }))
        for (reason, all) in Dictionary(grouping: results.compactMap { $0["reason"] }, by: \.self) {
            #expect(page["reasons", .member(reason)] == String(all.count), "\(reason)")
        }
        #expect(page["hosts", .member(origin.authority)] == "101")
        #expect(page["thumbnails"] == "2", "a JPEG and a PNG, each once")
        #expect(page["state"] == "103 lines.")
        let failing = try await browser.evaluate(Self.saved("export"))
        let failed = run.text.split(separator: "\n").filter { $0.contains(#""status":"failed""#) }
        #expect(Set(failing.split(separator: "\n")) == Set(failed))
        let urls = try await browser.evaluate(Self.saved("export-urls")).split(separator: "\n")
        #expect(urls.count == 41 && Set(urls).isSubset(of: Set(list.map { Substring($0) })))
        #expect(try await browser.evaluate("String(document.querySelectorAll('main script').length)") == "0")
        #expect(browser.console == [])
        withExtendedLifetime(daemon) {}
    }

    @Test func `opens a list of 100,000 lines with a hundred elements, and filters and sorts it`() async throws {
        guard Browser.isPresent(orSkipping: "a large report in a browser") else { return }
        let folder = try TemporaryFolder()
        let path = try ReportSample.write(lines: 100_000, to: folder)
        let browser = try await Browser()
        try await browser.open("file://" + path)
        let page = try JSONView(Array(try await browser.evaluate(Self.facts).utf8))
        #expect(page["totals", "lines"] == "100000")
        #expect(page["totals", "failed"] == "20000")
        #expect(page["state"] == "100,000 lines.")
        #expect(Int(page["rows"] ?? "").map { (10...100).contains($0) } == true)
        let words = """
            (function (id, value) { var node = document.getElementById(id); node.value = value;
                node.dispatchEvent(new Event("change")); return document.getElementById("state").textContent + "|"
                + Array.from(document.querySelector("#rows > div").children).map(
                    function (cell) { return cell.textContent; }).join("|"); })
            """
        let deadline = try await browser.evaluate(words + "('outcome', 'deadline')")
        #expect(deadline.hasPrefix("6,667 of 100,000 lines.|10|✕ deadline|"))
        #expect(deadline.hasSuffix("<b>late</b>[U+2028]|–|30 ms"))
        let slowest = try await browser.evaluate(words + "('sort', 'slow')")
        #expect(slowest.hasPrefix("6,667 of"))
        let end = try await browser.evaluate(
            """
            new Promise(function (done) {
                document.getElementById("outcome").value = ""; document.getElementById("sort").value = "line";
                document.getElementById("sort").dispatchEvent(new Event("change"));
                var view = document.getElementById("viewport");
                view.addEventListener("scroll", function () {
                    done(document.querySelector("#rows > div:last-child").children[0].textContent); }, { once: true });
                view.scrollTop = view.scrollHeight;
            })
            """)
        #expect(end == "100,000")
        let opened = try await browser.evaluate(
            "String(Math.round(performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd))")
        print("a report of 100,000 lines, opened in \(opened) ms")
        #expect(browser.console == [])
    }

    /// By a link of the test's own: without the rule it is the link that is replaced, and not the machine's device.
    @Test func `writes to a device that has the name, and leaves it in its place`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/report.html"
        try #require(unsafe symlink("/dev/null", path) == 0)
        TextFile.write("", to: folder.path + "/list")
        let run = try await ProgramRun.of(
            "attachd", ["prewarm", "--report", path] + Daemon.arguments(folder) + [folder.path + "/list"])
        #expect(run.status == 0, "\(run.messages)")
        var status = stat()
        #expect(unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        let names = try await ProgramRun.of("/bin/ls", [folder.path]).text.split(separator: "\n")
        #expect(!names.contains { $0.contains(".part-") })
    }

    @Test func `says why a report cannot be written, and leaves no part of one`() async throws {
        let folder = try TemporaryFolder()
        TextFile.write("", to: folder.path + "/list")
        let run = try await ProgramRun.of(
            "attachd",
            ["prewarm", "--report", folder.path + "/none/report.html"] + Daemon.arguments(folder)
                + [folder.path + "/list"])
        #expect(run.status == 74)
        #expect(run.messages.contains("cannot create the report"))
        #expect(unsafe access(folder.path + "/none", F_OK) != 0)
    }
}
