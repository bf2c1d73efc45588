@testable import NotificationContent

/// Payloads in, descriptors and payloads to deliver out, and the descriptor as the daemon's client reads it.
enum PayloadTargets {
    static let all = [
        FuzzTarget("payload", "a payload read, answered and delivered", seeds: { samples.map { Array($0.utf8) } }) {
            checkPayload($0)
        },
        FuzzTarget("json", "JSON documents and their tokens", longest: 1024, seeds: { texts.map { Array($0.utf8) } }) {
            checkDocuments($0)
        },
        FuzzTarget("descriptor", "a daemon's descriptor, as its client reads it", longest: 8192, seeds: descriptors) {
            guard let descriptor = try? AnsweredDescriptor($0) else { return }
            for pretty in [false, true] {
                var writer = JSONWriter(pretty: pretty)
                writer.value(descriptor)
                require((try? AnsweredDescriptor(writer.bytes)) != nil, "a descriptor that cannot be read again")
                _ = descriptor.deliveryPayload(pretty: pretty)
            }
        },
        FuzzTarget("attachment-request", "the body of POST /v1/attachments", longest: 1024, seeds: requests) {
            guard let reference = try? AttachmentRequest.read($0) else { return }
            for outcome in [Outcome.attached(media), .failed(AttachmentFailure(.deadline, "late"))] {
                var writer = JSONWriter()
                writer.value(AttachmentAnswer(reference, outcome))
                require((try? JSONTokens(writer.bytes)) != nil, "an answer that is no JSON")
            }
        },
    ]

    private static let media = AttachedMedia(
        path: "/c/x.jpg", sha256: "5e", fileExtension: "jpg", type: "public.jpeg", mime: "image/jpeg", kind: "image",
        format: "jpeg", bytes: 1, cache: .hit)
    private static let base = "https://p.test"

    private static func checkPayload(_ bytes: [UInt8]) {
        guard let payload = try? Payload.read(bytes) else {
            return require((try? JSONTokens(bytes)).map { $0.kind(0) != .object } ?? true, "an object is refused")
        }
        let identifiers = Set(payload.references.map(\.identifier))
        require(identifiers.count == payload.references.count, "two references of one name")
        // Every third reference fails, and what is attached depends on the payload, so that all mixtures come.
        let outcomes = payload.references.indices.map { index -> Outcome? in
            switch (index + bytes.count) % 3 {
            case 0: .failed(AttachmentFailure(.httpStatus, "gone", httpStatus: 404))
            default: .attached(media)
            }
        }
        let descriptor = ContentDescriptor(payload: payload, outcomes: outcomes, publicBaseURL: base)
        let compact = descriptor.json()
        require((try? JSONTokens(compact, depthLimit: 80))?.compact() == compact, "a descriptor that is not compact")
        require(
            (try? JSONTokens(descriptor.json(pretty: true), depthLimit: 80))?.compact() == compact,
            "the pretty descriptor is another one")
        require((try? AnsweredDescriptor(compact)) != nil, "a descriptor that its client cannot read")
        let plain = ContentDescriptor(payload: payload, outcomes: nil)
        require(plain.deliveryPayload() == (try? JSONTokens(bytes))?.compact(), "an untouched payload is changed")
        checkTokens(of: payload, bytes, delivered: descriptor.deliveryPayload() ?? [], outcomes)
        for name in DialectName.all.prefix(4) { _ = try? Payload.read(bytes, dialect: name) }
    }

    /// Every token of the payload to deliver is the received one's, byte for byte, but for the strings that are or hold
    /// the URL of something attached.
    private static func checkTokens(
        of payload: Payload, _ bytes: [UInt8], delivered: [UInt8], _ outcomes: [Outcome?]
    ) {
        guard let old = try? JSONTokens(bytes), let new = try? JSONTokens(delivered), let documents = payload.documents
        else { return require(false, "a payload to deliver that is no JSON") }
        require(old.count == new.count, "the payload to deliver has another shape")
        var changed: Set<Int> = []
        for (site, outcome) in zip(payload.sites, outcomes) {
            if case .attached? = outcome { changed.insert(documents.positionInPayload(site)) }
        }
        for token in 0..<old.count {
            require(old.kind(token) == new.kind(token), "token \(token) is of another kind")
            guard old.kind(token) != .object, old.kind(token) != .array, !changed.contains(token) else { continue }
            require(
                old.bytes[old.range(token)] == new.bytes[new.range(token)], "token \(token) is not what was received")
        }
    }

    private static func checkDocuments(_ bytes: [UInt8]) {
        var documents = JSONDocuments(bytes)
        var end = 0
        while let range = try? documents.next() {
            require(range.lowerBound >= end && range.upperBound <= bytes.count, "documents overlap or leave the input")
            end = range.upperBound
            guard let tokens = try? JSONTokens(Array(bytes[range])) else {
                return require(false, "a document that is none by itself")
            }
            checkValues(tokens)
        }
    }

    private static func checkValues(_ tokens: JSONTokens) {
        let compact = tokens.compact()
        guard let again = try? JSONTokens(compact), again.count == tokens.count else {
            return require(false, "a compact document that is another one")
        }
        require(again.compact() == compact, "compacting twice is not compacting once")
        var pretty: [UInt8] = []
        tokens.append(0, to: &pretty, layout: .pretty(depth: 0))
        require((try? JSONTokens(pretty))?.compact() == compact, "a pretty document that is another one")
        for token in 0..<tokens.count {
            require(tokens.next(token) > token && tokens.next(token) <= tokens.count, "a token that ends nowhere")
            _ = tokens.number(token)
            guard let text = tokens.text(token) else { continue }
            var written: [UInt8] = []
            JSONText.append(text, to: &written)
            require((try? JSONTokens(written))?.text(0) == text, "a text that does not come back")
        }
    }

    private static let samples = [
        #"{"aps":{"alert":"x","mutable-content":1},"os_data":{"i":"1","att":{"a":"https:\/\/a.test\/1","b":"x"},"buttons":[{"n":"y"}]},"d":{"e":[1.5e3,null]}}"#,
        #"{"custom":"{\"i\":\"1\",\"a\":{\"b\":\"\\u00e9\"}}","bg_img":"{\"img\":\"https://a.test/2\"}","o":"[{\"n\":\"z\"}]","licon":"https://a.test/3"}"#,
        #"{"ios_attachments":{"a":"https://a.test/6"},"big_picture":"https://a.test/7","contents":{"en":"x"},"data":{"k":[1]}}"#,
        #"{"audience":"all","notification":{"ios":{"media_attachment":{"urls":[{"url":"https://a.test/8","url_id":"a"}],"thumbnail_id":"b"}}}}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"attachments":{"pictureUrl":"a/b.png"},"custom":{"a":{"k.message":{}}}}"#,
        #"{"message":{"token":"t","notification":{"image":"https://a.test/4"},"apns":{"fcm_options":{"image":"https://a.test/5"}}}}"#,
        #"{"aps":{"alert":{"title":"x"},"mutable-content":1},"ab":{"att":{"url":"https://a.test/9","type":"jpg"}}}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"rich-media":"https://a.test/a.gif","media-url":"https://a.test/b"}"#,
        #"{ "aps" : { "alert" : "\ud83d" , "mutable-content" : 1.0 } , "attachment-url" : "https://a.test/c?d=e#f" }"#,
        #"{"aps":{"alert":"x","mutable-content":1},"_mediaUrl":"https://a.test/1","_richContent":{}}"#,
    ]

    private static let texts = [
        #"{"a":[1,-0.5e+3,true,false,null,"\u00e9\ud83d\ude00\n"]}"#, "[] {} 1 \"x\"\n[[[[]]]]", "1e999", #""\ud800""#,
        " [ 1 , { \"a\" : { } } ] ", "\"é\"",
    ]

    @Sendable private static func descriptors() -> [[UInt8]] {
        samples.compactMap { sample in
            guard let payload = try? Payload.read(Array(sample.utf8)) else { return nil }
            let outcomes = payload.references.indices.map { index -> Outcome? in
                index % 2 == 0 ? .attached(media) : .failed(AttachmentFailure(.deadline, "late"))
            }
            return ContentDescriptor(payload: payload, outcomes: outcomes, publicBaseURL: base).json()
        }
    }

    @Sendable private static func requests() -> [[UInt8]] {
        [
            #"{"url":"https://a.test/1","identifier":"a","typeHint":"jpg"}"#,
            #"{"url":"x","options":{"thumbnailHidden":true,"thumbnailClippingRect":{"X":0,"Y":0.5,"Width":1,"Height":1},"thumbnailTime":1.5}}"#,
        ].map { Array($0.utf8) }
    }
}
