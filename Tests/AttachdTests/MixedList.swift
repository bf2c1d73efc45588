import Fixtures
import LoopbackOrigin

/// A list of everything that a campaign's list may hold, against origins that fail in every way, and what must come of it.
struct MixedList {
    /// What must come of one reference.
    struct Expectation: Hashable {
        let line: Int
        /// The URL; nil for a bad line.
        let url: String?
        /// `attached`, or the reason of the failure.
        let outcome: String
    }

    /// The origins, which live as long as the list.
    let good: LoopbackOrigin
    let failing: [LoopbackOrigin]
    let hanging: LoopbackOrigin
    /// The text.
    private(set) var text: [UInt8] = []
    /// What must come of it, in any order.
    private(set) var expected: [Expectation] = []
    /// Distinct good URLs.
    private(set) var goodTargets: Set<String> = []
    private var line = 0

    /// Payloads of ten dialects around one URL.
    static let payloads = [
        #"{"aps":{"alert":"x","mutable-content":1},"custom":{"i":"1"},"att":{"id1":"URL"}}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"os_data":{"i":"1","att":{"id1":"URL"}}}"#,
        #"{"app_id":"1","contents":{"en":"x"},"ios_attachments":{"id1":"URL"}}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"fcm_options":{"image":"URL"},"gcm.message_id":"1"}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"ab":{"att":{"url":"URL","type":"jpg"}}}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"itbl":{"campaignId":1,"attachment-url":"URL"}}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"CIO":{"push":{"image":"URL","link":"app://"}}}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"_mediaUrl":"URL","_mediaType":"image"}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"ct_mediaUrl":"URL","ct_mediaType":"image"}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"image":"URL"}"#,
    ]

    /// A list of about `count` lines; the same for the same seed.
    init(lines count: Int, seed: UInt64) throws {
        let media = try Fixture.bytes("photo.jpg")
        let webp = try Fixture.bytes("photo.webp")
        let fresh = [("Cache-Control", "max-age=600")]
        good = try LoopbackOrigin { request in
            request.path.hasPrefix("/none") ? .body([], status: 404) : .body(media, fresh)
        }
        failing = [
            try LoopbackOrigin { _ in .body(Array("broken".utf8), status: 400) },
            try LoopbackOrigin { _ in .body(webp, fresh) },
            try LoopbackOrigin { _ in .body(Array(media.prefix(9_000)), fresh) },
            try LoopbackOrigin { _ in .body([], status: 200, fresh) },
            try LoopbackOrigin { _ in .body(Array("<html><body>Sign in</body></html>".utf8), fresh) },
        ]
        hanging = try LoopbackOrigin { _ in .silent }
        var random = SeededGenerator(seed: seed)
        let reasons = ["http-status", "unsupported-type", "truncated", "empty", "unsupported-type"]
        for index in 0..<count {
            switch index % 20 {
            case 0: add("")
            case 1: add("# a comment, http://h/")
            case 2: add("no URL at all \(index)", nil, "malformed-line")
            case 3: add("{\"aps\":", nil, "malformed-line")
            case 4: addURL(good.url("/none/\(index % 100)"), "http-status")
            case 5, 6:
                let host = Int(random.next() % 5)
                addURL(failing[host].url("/\(random.next() % 40)"), reasons[host])
            case 7: addURL(hanging.url("/\(index)"), "deadline")
            case 8: addURL("gopher://h/\(index)", "forbidden-scheme")
            case 9: addURL("http://10.1.2.3/\(index)", "forbidden-address")
            case 10, 11:
                let url = good.url("/payload/\(random.next() % UInt64(max(1, count / 8)))")
                let payload = MixedList.payloads[Int(random.next() % 10)].replacing("URL", with: url)
                add(payload, url, "attached")
                goodTargets.insert(url)
            default:
                let url = good.url("/media/\(random.next() % UInt64(max(1, count / 4)))")
                addURL(url, "attached")
                goodTargets.insert(url)
            }
        }
    }

    private mutating func addURL(_ url: String, _ outcome: String) {
        add(url, url, outcome)
    }

    private mutating func add(_ line: String, _ url: String?, _ outcome: String) {
        add(line)
        expected.append(Expectation(line: self.line, url: url, outcome: outcome))
    }

    private mutating func add(_ line: String) {
        self.line += 1
        text += Array((line + (self.line.isMultiple(of: 3) ? "\r\n" : "\n")).utf8)
    }
}
