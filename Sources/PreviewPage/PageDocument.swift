/// A page that stands alone: one style sheet, one data block and one script in one document, and the content security
/// policy (CSP3) under which a browser runs exactly these and asks nobody else for anything.
struct PageDocument {
    /// The SHA-256 of some bytes, 32 of them; who has a library for it brings it.
    typealias Digest = (_ bytes: [UInt8]) -> [UInt8]

    /// The title; plain text.
    let title: String
    /// The style sheet.
    let style: String
    /// What stands in the body before the data: markup from the source, never from an input.
    let markup: String
    /// The script.
    let script: String

    /// The page's bytes up to its data, with the policy in a `meta` element where one is given.
    func head(policy: String?) -> [UInt8] {
        let meta =
            policy.map { "<meta http-equiv=\"Content-Security-Policy\" content=\"\(PageText.html($0))\">\n" } ?? ""
        let text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            \(meta)<meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            <link rel="icon" href="data:,">
            <title>\(PageText.html(title))</title>
            <style>\(style)</style>
            </head>
            <body>
            \(markup)

            """
        return Array(text.utf8)
    }

    /// A data block: `json` is one JSON document, made harmless here.
    static func data(_ name: StaticString, _ json: [UInt8]) -> [UInt8] {
        Array("<script type=\"application/json\" id=\"\(name)\">".utf8) + PageText.scriptData(json)
            + Array("</script>\n".utf8)
    }

    /// What comes behind the data.
    var tail: [UInt8] { Array("<script>\(script)</script>\n</body>\n</html>\n".utf8) }

    /// The policy: this style and this script, media from `media` alone, requests to `requests` alone.
    func policy(media: String, requests: String, digest: Digest) -> String {
        func source(_ text: String) -> String {
            "'sha256-\(String(decoding: Base64.text(digest(Array(text.utf8))), as: UTF8.self))'"
        }
        // An icon of no bytes is how a page says that it has none; without it a browser asks for /favicon.ico.
        return [
            "default-src 'none'", "script-src \(source(script))", "style-src \(source(style))",
            "img-src data: \(media)", "media-src \(media)", "connect-src \(requests)", "base-uri 'none'",
            "form-action 'none'",
        ].joined(separator: "; ")
    }
}
