import Testing

@testable import NotificationContent

struct MediaURLTests {
    @Test(
        arguments: [
            ("https://a.test/x", "https://a.test/x"), (" \t\r\nHTTP://a.test/x \n", "HTTP://a.test/x"),
            ("https://a.test/a b", "https://a.test/a b"), ("ftp://a.test/x", "ftp://a.test/x"),
            ("file:/etc/passwd", "file:/etc/passwd"), ("data:image/png;base64,AA", "data:image/png;base64,AA"),
            ("http:/a.test", "http:/a.test"), ("https:", "https:"), ("welcome.banner.gif", nil), ("", nil),
            ("   ", nil),
            ("//a.test/x.png", nil), ("/x.png", nil), ("a:b", nil), ("1http://x", nil), ("://x", nil),
            ("see https://a.test/x", nil), ("127.0.0.1:8080/x", nil), ("é://x", nil), ("http", nil),
        ] as [(String, String?)])
    func `tells a URL from a name`(text: String, url: String?) {
        #expect(MediaURL.read(text) == url)
    }
}
