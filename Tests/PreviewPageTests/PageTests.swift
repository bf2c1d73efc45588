import Fixtures
import Testing

@testable import NotificationContent
@testable import PreviewPage

struct PageTests {
    private static let page = PreviewPage(policies: ["default"]) { _ in [0xfb, 0xff] }

    @Test func `has one script, one style, one data block and nothing inline`() {
        let (html, policy) = Self.page.served()
        let text = String(decoding: html, as: UTF8.self)
        #expect(text.ranges(of: "<script").count == 2 && text.ranges(of: "</script").count == 2)
        #expect(text.ranges(of: "<style").count == 1)
        for word in [
            " onclick=", " onload=", " onerror=", " style=", "javascript:", "innerHTML", "eval(", "document.write",
        ] {
            #expect(!PreviewPage.document.script.contains(word) && !PreviewMarkup.text.contains(word), "\(word)")
            #expect(!ReportPage.document.script.contains(word) && !ReportMarkup.text.contains(word), "\(word)")
        }
        #expect(!text.contains("http-equiv"))
        #expect(policy.contains("script-src 'sha256-+/8='; style-src 'sha256-+/8='"))
    }

    @Test func `asks nobody for anything where it stands alone`() throws {
        let payload = Array(#"{"aps":{"alert":"</script><script>x</script>","mutable-content":1}}"#.utf8)
        let descriptor = ContentDescriptor(payload: try Payload.read(payload), outcomes: nil)
        let html = Self.page.standalone(.init(payload: payload, descriptor: descriptor, media: []))
        let text = String(decoding: html, as: UTF8.self)
        #expect(text.contains("connect-src &#39;none&#39;"))
        #expect(text.ranges(of: "</script").count == 2, "nothing of the payload ends a block")
        #expect(!PreviewPage.document.style.contains("url(") && !ReportPage.document.style.contains("url("))
    }

    @Test func `has advice on every reason, in sentences without an end`() {
        for reason in FailureReason.allCases {
            let advice = ReasonGuide.advice(on: reason)
            for text in [advice.cause, advice.cure] {
                #expect(!text.isEmpty && text.last != "." && text.first?.isUppercase == false, "\(reason)")
            }
        }
        #expect(
            Set(FailureReason.allCases.map { ReasonGuide.advice(on: $0).cause }).count == FailureReason.allCases.count)
    }

    @Test func `has a dozen examples, each read by the dialect that its name says`() throws {
        let dialects = [
            "onesignal", "onesignal", "onesignal", "fcm", "airship", "braze", "clevertap", "expo", "home-assistant",
            "generic", "generic", "generic",
        ]
        #expect(PreviewSample.all.count == dialects.count)
        for (sample, dialect) in zip(PreviewSample.all, dialects) {
            let payload = try Payload.read(Array(sample.payload.utf8))
            #expect(payload.dialect == dialect, "\(sample.name)")
            #expect(!payload.references.isEmpty, "\(sample.name)")
            let isWrong = sample.name.contains("mutable-content")
            #expect((payload.gate == .open) != isWrong, "\(sample.name)")
        }
    }

    @Test func `writes a report's lines so that a browser reads one array`() throws {
        var page = ReportPage { _ in [] }
        var bytes: [UInt8] = Array("[".utf8)
        bytes += page.add([])
        bytes += page.add([ReportLine(line: 1, url: "http://a/<", verdict: .failed(.empty, detail: "</script>"))])
        bytes += page.add([
            ReportLine(
                file: "b", line: 2, url: nil, verdict: .attached(bytes: 3, cache: .hit, sha256: ""), milliseconds: 4)
        ])
        bytes += Array("]".utf8)
        #expect(
            String(decoding: bytes, as: UTF8.self).filter { $0 != "\n" }
                == #"[[1,"http://a/\u003c",-1,"empty","\u003c/script\u003e"],[2,"",4,3,"hit","b"]]"#)
        _ = try JSONTokens(bytes)
    }
}
