import NotificationContent

/// A page on what became of a list, in pieces that are written one after the other, so that the list may be of any length:
/// the head, the lines as they come, and what is only known at the end.
package struct ReportPage {
    /// Lines that the page holds; of those beyond it the totals tell. A browser opens this many in a second or two.
    package static let lineLimit = 250_000

    /// A picture in the page.
    package struct Thumbnail {
        let url: String
        let mime: String
        let bytes: [UInt8]

        /// The bytes behind a URL of the list, with their type.
        package init(url: String, mime: String, bytes: [UInt8]) {
            self.url = url
            self.mime = mime
            self.bytes = bytes
        }
    }

    /// How the page's bytes begin.
    package let head: [UInt8]
    private var count = 0
    /// What is known so far.
    package private(set) var totals = ReportTotals()

    /// A page without lines.
    ///
    /// - Parameter digest: SHA-256, for the page's content security policy.
    package init(digest: (_ bytes: [UInt8]) -> [UInt8]) {
        let document = ReportPage.document
        let policy = document.policy(media: "data:", requests: "'none'", digest: digest)
        head = document.head(policy: policy) + Array("<script type=\"application/json\" id=\"lines\">[".utf8)
    }

    /// Takes lines in, and gives the bytes that stand for them.
    package mutating func add(_ lines: [ReportLine]) -> [UInt8] {
        var writer = JSONWriter(capacity: lines.count * 128)
        var added = 0
        writer.array { writer in
            for line in lines {
                totals.add(line)
                guard count < ReportPage.lineLimit else { continue }
                writer.value(line)
                count += 1
                added += 1
            }
        }
        guard added > 0 else { return [] }
        // What stands between the brackets continues the page's own array.
        let separator: [UInt8] = count > added ? [UInt8(ascii: ",")] : []
        return separator + PageText.scriptData(Array(writer.bytes.dropFirst().dropLast())) + [UInt8(ascii: "\n")]
    }

    /// How the page's bytes end.
    ///
    /// - Parameters:
    ///   - when: the time of the report, for a person.
    ///   - isComplete: whether the list was worked through to its end.
    ///   - thumbnails: pictures of what is attached.
    /// - Returns: the bytes.
    package func tail(when: String, isComplete: Bool, thumbnails: [Thumbnail]) -> [UInt8] {
        var writer = JSONWriter(capacity: 65_536)
        writer.object { writer in
            writer.member("when", when)
            writer.member("complete", isComplete)
            writer.member("held", count)
            writer.member("totals", totals)
            Guide.write(to: &writer)
            writer.array("thumbnails") { writer in
                for thumbnail in thumbnails {
                    writer.object {
                        $0.member("url", thumbnail.url)
                        $0.member("data", Base64.url(thumbnail.mime, thumbnail.bytes))
                    }
                }
            }
        }
        return Array("]</script>\n".utf8) + PageDocument.data("setup", writer.bytes) + ReportPage.document.tail
    }

    static let document = PageDocument(
        title: "attachd report", style: PageStyle.text + ReportStyle.text, markup: ReportMarkup.text,
        script: [
            "(function () {\n\"use strict\";\n", DocumentScript.text, AdviceScript.text, ReportPlotScript.text,
            ReportTableScript.text,
            ReportScript.text, "}());\n",
        ].joined())
}
