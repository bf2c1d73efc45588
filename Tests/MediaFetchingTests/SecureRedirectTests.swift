import Fixtures
import LoopbackOrigin
import MediaFetching
import Telemetry
import Testing

/// FR-14: redirects over HTTP/2, against a real nginx.
@Suite(.timeLimit(.minutes(20))) struct SecureRedirectTests {
    /// Redirects of every kind, each with 64 KB of HTML, to a second host, a relative place, along a chain, and in a ring.
    static var locations: String {
        var lines: [String] = []
        for status in [301, 302, 303, 307, 308] {
            lines += [
                "location /start\(status) { return \(status) https://127.0.0.1:$server_port/p.jpg; }",
                "location /relative\(status) { return \(status) /p.jpg; }",
            ]
        }
        lines += [
            "error_page 301 302 303 307 308 /page.html;", "absolute_redirect off;",
            "location /one { return 302 /two; } location /two { return 302 /three; } location /three { return 302 /p.jpg; }",
            "location /ring { return 302 /ring; }",
            "location /down { return 302 http://127.0.0.1:$server_port/p.jpg; }",
        ]
        return lines.joined(separator: "\n")
    }

    @Test func `redirects over HTTP/2 lead to the picture alone, and a ring ends by count`() async throws {
        let started = try await SecureOrigin.start(orSkipping: "14 cases of redirects over HTTP/2") {
            $0.locations = Self.locations
        }
        guard let origin = started else { return }
        let photo = try Fixture.bytes("photo.jpg")
        try origin.serve(photo, as: "p.jpg")
        try origin.serve([UInt8](repeating: UInt8(ascii: "<"), count: 65_536), as: "page.html")
        let bench = try SecureOriginTests.bench(origin)
        var expected = 0
        for status in [301, 302, 303, 307, 308] {
            for target in ["/start\(status)", "/relative\(status)"] {
                let outcome = await bench.fetch(url: origin.url(target))
                #expect(outcome.body == photo, "\(target): \(String(describing: outcome.failure))")
                #expect(outcome.answer?.redirects == 1)
                expected += 2
            }
        }
        let chain = await bench.fetch(url: origin.url("/one"))
        #expect(chain.body == photo)
        #expect(chain.answer?.redirects == 3)
        expected += 4
        #expect(await bench.fetch(url: origin.url("/ring")).failure?.reason == .tooManyRedirects)
        expected += 6
        #expect(await bench.fetch(url: origin.url("/down")).failure?.reason == .insecureRedirect)
        expected += 1
        #expect(await bench.fetch(url: origin.url("/p.jpg")).body == photo)
        expected += 1
        let requests = try await origin.requests(atLeast: expected)
        #expect(requests.count == expected)
        #expect(requests.allSatisfy { $0.version == "HTTP/2.0" })
    }
}
