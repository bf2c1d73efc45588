import Testing

@testable import NotificationContent

/// What the vendors' samples do not show.
struct DialectsTests {
    private static let aps = #""aps":{"alert":"Hello","mutable-content":1}"#
    private static let url = "https://origin.test/p.png"

    private func read(_ json: String, dialect: String? = nil) throws -> Payload {
        try Payload.read(Array(json.utf8), dialect: dialect.flatMap { DialectName($0) })
    }

    @Test(arguments: [
        (#"{\#(aps),"custom":{"i":"1","a":{"k.message":{"data":{"id":1}}}},"att":{"a":"\#(url)"}}"#, "kumulos", 0),
        (#"{\#(aps),"custom":{"i":"1"},"attachments":{"pictureUrl":"\#(url)"}}"#, "onesignal", 0),
        (#"{\#(aps),"attachment":"\#(url)"}"#, "pushwoosh", 1),
        (#"{\#(aps),"attachment":{"url":"\#(url)"}}"#, "home-assistant", 1),
        (#"{\#(aps),"attachments":["\#(url)"]}"#, "generic", 0),
        (#"{\#(aps),"attachment":"name.png","media-url":"\#(url)"}"#, "generic", 1),
        (#"{\#(aps),"attachment":{"id":1},"media-url":"\#(url)"}"#, "generic", 1),
        (#"{\#(aps),"image":"name.png","attributes":{},"media-url":"\#(url)"}"#, "generic", 1),
        (#"{\#(aps),"body":{"_k":{}},"rich-media":"\#(url)"}"#, "klaviyo", 1),
        (#"{\#(aps),"body":{"_richContent":{"image":"\#(url)"}}}"#, "expo", 1),
        (#"{\#(aps),"body":{},"image":"\#(url)"}"#, "generic", 1),
        (#"{\#(aps),"data":{"pinpoint":{},"media-url":"\#(url)"}}"#, "aws-pinpoint", 1),
        (#"{\#(aps),"data":{"pusher":{},"media-url":"\#(url)"}}"#, "pusher-beams", 1),
        (#"{\#(aps),"data":{"media-url":"\#(url)"}}"#, "generic", 1),
        (#"{\#(aps),"image":"\#(url)","attributes":{}}"#, "bloomreach", 1),
        (#"{"image":"\#(url)","CIO-Delivery-ID":"x"}"#, "customerio", 1),
        (#"{\#(aps),"itbl":{"attachment-url":"\#(url)"},"attachment-url":"\#(url)2"}"#, "iterable", 1),
        (#"{\#(aps),"attachment-url":"\#(url)","adb_m_id":"x"}"#, "adobe-mobile", 1),
        (#"{\#(aps),"attachment-url":"\#(url)"}"#, "generic", 1),
        (#"{\#(aps),"notification":{"imageUrl":"\#(url)"},"ems":{}}"#, "emarsys", 1),
        (#"{\#(aps),"imageUrl":"\#(url)"}"#, "generic", 1),
        (#"{\#(aps),"ab":{"c":"x"},"fcm_options":{"image":"\#(url)"}}"#, "fcm", 1),
        (#"{\#(aps),"ab":{"att":{"url":"\#(url)","type":"png"}},"fcm_options":{"analytics_label":"x"}}"#, "braze", 1),
    ])
    func `are told apart where they use the same keys`(json: String, dialect: String, count: Int) throws {
        let payload = try read(json)
        #expect(payload.dialect == dialect)
        #expect(payload.gate == .open)
        let forced = try read(json, dialect: dialect)
        #expect(forced.references == payload.references)
        #expect(payload.references.map(\.source) == Array(repeating: Self.url, count: count))
    }

    @Test(
        arguments: [
            (#"{"url":"U/1","urls":[{"url":"U/2","url_id":"b"}]}"#, ["U/2"], [nil]),
            (#"{"url":"U/1","urls":[{"url_id":"b"}]}"#, ["U/1"], [nil]),
            (#"{"url":["U/1",7,"U/2"]}"#, ["U/1", "U/2"], [nil, nil]),
            (#"{"thumbnail_id":"b","urls":[{"url":"U/1"},{"url":"U/2","url_id":"b"}]}"#, ["U/1", "U/2"], [true, nil]),
            (
                #"{"thumbnail_id":"b","options":{"hidden":false},"urls":[{"url":"U/1","url_id":"a"},{"url":"U/2","url_id":"b"}]}"#,
                ["U/1", "U/2"], [nil, nil]
            ),
            (#"{"thumbnail_id":"b","options":{"hidden":true},"urls":[{"url":"U/2","url_id":"b"}]}"#, ["U/2"], [true]),
            (#"{"thumbnail_id":"b","url":"U/1"}"#, ["U/1"], [nil]),
            (#"{"url":"U/1","options":{"crop":null}}"#, ["U/1"], [nil]),
            (#"{"url":"U/1","options":{"crop":{"x":0,"y":0,"width":1}}}"#, [], []),
            (#"{"url":["U/1"],"options":{"crop":[]}}"#, [], []),
            (#"{"urls":[{"url":"U/1"}],"options":{"crop":{"x":-0.1,"y":0,"width":1,"height":1}}}"#, [], []),
        ] as [(String, [String], [Bool?])])
    func `airship shares options, shows one thumbnail and refuses a bad crop`(
        media: String, sources: [String], hidden: [Bool?]
    ) throws {
        let json = media.replacing("U/", with: "https://a.test/")
        for key in ["com.urbanairship.media_attachment", "a4sid"] {
            let payload = try read(#"{\#(Self.aps),"\#(key)":\#(json)}"#)
            #expect(payload.dialect == "airship")
            #expect(payload.references.map(\.source) == sources.map { $0.replacing("U/", with: "https://a.test/") })
            #expect(payload.references.map(\.options.thumbnailHidden) == hidden)
        }
    }

    @Test(arguments: [
        (#""ab":{"att":{"url":"\#(url)"}}"#, 0), (#""ab":{"att":{"url":"\#(url)","type":7}}"#, 0),
        (#""ab":{"att":{"url":"\#(url)","type":"png"}}"#, 1), (#""ct_mediaUrl":"\#(url)","ct_mediaType":"image""#, 1),
        (#""com.batch":{"at":{"u":"\#(url)"}}"#, 0), (#""com.batch":{"at":{"u":"\#(url)","t":"public.png"}}"#, 1),
        (#""adb_media":"\#(url)""#, 1), (#""adb_media":"HTTPS://origin.test/p""#, 1),
        (#""adb_media":"httpsx://o.test/p""#, 0),
        (#""attachment":{"url":"/api/snap"}"#, 0), (#""attachment":{"url":"\#(url)","lazy":false}"#, 1),
    ])
    func `leave out what their own software leaves out`(members: String, count: Int) throws {
        let payload = try read("{\(Self.aps),\(members)}")
        #expect(payload.dialect != "generic")
        #expect(payload.references.count == count)
        #expect(payload.references.allSatisfy { $0.role == nil })
    }

    @Test(
        arguments: [
            ("lake.jpeg", "https://i.app.delivery/1080x/lake.jpeg"),
            (" /a/b.png", "https://i.app.delivery/1080x/a/b.png"),
            ("http://a.test/x", "http://a.test/x"), ("", nil), (" / ", nil), ("javascript:x", nil),
        ] as [(String, String?)])
    func `kumulos completes a path`(picture: String, source: String?) throws {
        let payload = try read(#"{\#(Self.aps),"attachments":{"pictureUrl":"\#(picture)"}}"#)
        #expect(payload.dialect == "kumulos")
        #expect(payload.references.map(\.source) == [source].compactMap(\.self))
    }

    @Test(arguments: [
        ("https://a.test/b/spin.gif?x=/y", "spin.gif"), ("https://a.test/b/", ""), ("https://a.test", ""),
        ("https://a.test/#/x", ""), ("https://a.test/x", "x"), ("data:a/b/c", ""), ("", ""),
    ])
    func `a picture is named after its URL's last part`(url: String, name: String) {
        #expect(MediaURL.lastPart(of: url) == name)
    }

    @Test func `swrve's fallback alone is no fallback`() throws {
        let both = try read(
            #"{\#(Self.aps),"_sw":{"media":{"fallback_url":"https://a.test/2","url":"https://a.test/1"}}}"#)
        #expect(both.references.map(\.source) == ["https://a.test/1", "https://a.test/2"])
        #expect(both.references.map(\.role) == [nil, .fallback])
        #expect(both.references.map(\.identifier) == ["attachment-1", "attachment-2"])
        let alone = try read(#"{\#(Self.aps),"_sw":{"media":{"fallback_url":"https://a.test/2"}}}"#)
        #expect(alone.references.map(\.role) == [nil])
    }

    @Test(arguments: [
        (#"{"video":{"url":7},"audio":"https://a.test/a","image":"https://a.test/i"}"#, "https://a.test/a", "audio"),
        (#"{"image":{"url":"https://a.test/i"},"audio":{"url":"https://a.test/a"}}"#, "https://a.test/a", "audio"),
        (#"{"image":{"url":"https://a.test/i"},"video":"https://a.test/v"}"#, "https://a.test/v", "video"),
    ])
    func `expo takes the first of video, audio and image in either form`(
        content: String, source: String, hint: String
    ) throws {
        let payload = try read(#"{\#(Self.aps),"body":{"_richContent":\#(content)}}"#)
        #expect(payload.references.map(\.source) == [source])
        #expect(payload.references.map(\.typeHint) == [hint])
    }

    @Test(arguments: [
        (
            #"{"image":"https://a.test/i","ios":{"attachments":[{"id":"x"},{"url":"https://a.test/2"}]}}"#,
            ["https://a.test/i"]
        ),
        (#"{"image":"https://a.test/i","ios":{"attachments":[{"url":"https://a.test/1"}]}}"#, ["https://a.test/1"]),
        (#"{"ios":{"attachments":[]}}"#, []), (#"{"ios":{"attachments":{"url":"https://a.test/1"}}}"#, []),
    ])
    func `notifee takes the first attachment, else the image, also from a string`(
        options: String, sources: [String]
    ) throws {
        #expect(try read(#"{\#(Self.aps),"notifee_options":\#(options)}"#).references.map(\.source) == sources)
        let string = options.replacing("\"", with: "\\\"")
        let payload = try read(#"{\#(Self.aps),"notifee_options":"\#(string)"}"#)
        #expect(payload.dialect == "notifee")
        #expect(payload.references.map(\.source) == sources)
    }

    @Test func `wonderpush numbers what has no name, and believes the options' type first`() throws {
        let payload = try read(
            #"""
            {\#(Self.aps),"_wp":{"attachments":[{"type":"png"},{"url":"https://a.test/1","type":"jpg","options":
             {"UNNotificationAttachmentOptionsTypeHintKey":"public.png","UNNotificationAttachmentOptionsThumbnailTimeKey":2,
              "UNNotificationAttachmentOptionsThumbnailClippingRectKey":{"X":0,"Y":0,"Width":1,"Height":0.5}}}]}}
            """#)
        #expect(
            payload.references == [
                MediaReference(
                    identifier: "1", source: "https://a.test/1", typeHint: "public.png",
                    options: MediaReference.Options(
                        thumbnailTime: 2,
                        thumbnailClippingRect: MediaReference.ClippingRect(x: 0, y: 0, width: 1, height: 0.5)))
            ])
    }

    @Test func `moengage's template gives its image widgets, to be prepared`() throws {
        let payload = try read(
            #"""
            {\#(Self.aps),"moengage":{"media-attachment":"https://a.test/0"},"moeFeatures":{"richPush":{"expanded":{"cards":[
             {"widgets":[{"type":"text","content":"https://a.test/no"},{"type":"image","content":"https://a.test/1"}]},7,{"widgets":{}},
             {"widgets":[{"type":"image","content":"https://a.test/2"}]}]}}}}
            """#)
        #expect(payload.references.map(\.source) == ["https://a.test/0", "https://a.test/1", "https://a.test/2"])
        #expect(payload.references.map(\.role) == [nil, .lazy, .lazy])
    }

    @Test(arguments: [
        (#"{"_ab":"true","extra":"{\"appboy_image_url\":\"\#(url)\"}"}"#, "appboy_image_url"),
        (#"{"_ab":"true","ab_iu":"\#(url)","extra":"{\"appboy_image_url\":\"\#(url)2\"}"}"#, "ab_iu"),
        (#"{"appcues_attachment_url":"\#(url)"}"#, "appcues_attachment_url"),
        (#"{"com.urbanairship.style":"{\"type\":\"big_picture\",\"big_picture\":\"\#(url)\"}"}"#, "big_picture"),
    ])
    func `give an Android device its big picture`(json: String, identifier: String) throws {
        #expect(
            try read(json).references == [
                MediaReference(identifier: identifier, source: Self.url, role: .bigPicture, platform: .android)
            ])
    }

    @Test func `clevertap's template gives its pictures, to be prepared`() throws {
        let payload = try read(
            #"""
            {\#(Self.aps),"wzrk_id":"1","pt_id":"pt_carousel","ct_mediaUrl":"https://a.test/0","ct_mediaType":"image",
             "pt_json":"{\"pt_img1\":\"https://a.test/1\",\"pt_img2\":\"https://a.test/2\",\"pt_title\":\"https://a.test/no\"}"}
            """#)
        #expect(payload.dialect == "clevertap")
        #expect(payload.references.map(\.source) == ["https://a.test/0", "https://a.test/1", "https://a.test/2"])
        #expect(payload.references.map(\.identifier) == ["attachment-1", "pt_img1", "pt_img2"])
        #expect(payload.references.map(\.role) == [nil, .lazy, .lazy])
    }

    @Test(arguments: [("BIG_PICTURE", ["picture", "largeIcon"]), ("BIG_TEXT", ["largeIcon"])])
    func `notifee has Android's pictures beside Apple's`(type: String, identifiers: [String]) throws {
        let payload = try read(
            #"""
            {"notifee_options":"{\"android\":{\"style\":{\"type\":\"\#(type)\",\"picture\":\"https://a.test/1\"},\"largeIcon\":\"https://a.test/2\"}}"}
            """#)
        #expect(payload.dialect == "notifee")
        #expect(payload.references.map(\.identifier) == identifiers)
        #expect(payload.references.allSatisfy { $0.platform == .android })
    }

    @Test(arguments: [("bigPicture", 1), ("bigText", 0)])
    func `wonderpush gives an Android device its big picture`(type: String, count: Int) throws {
        let payload = try read(
            #"{"_wp":"{\"alert\":{\"type\":\"\#(type)\",\"title\":\"T\",\"text\":\"B\",\"bigPicture\":\"\#(Self.url)\"}}"}"#
        )
        #expect(payload.dialect == "wonderpush")
        #expect(
            payload.references
                == Array(
                    repeating: MediaReference(
                        identifier: "bigPicture", source: Self.url, role: .bigPicture, platform: .android),
                    count: count))
        let json = String(decoding: ContentDescriptor(payload: payload, outcomes: nil).json(), as: UTF8.self)
        #expect(json.contains(#""content":{"title":"T","body":"B","userInfo":"#))
    }

    @Test(
        arguments: [
            ("2.5", 2.5), ("0", 0), ("-1", nil), (#"{"value":90,"timescale":60}"#, 1.5), (#"{"value":90}"#, nil),
            (#"{"value":90,"timescale":0}"#, nil), (#"{"value":-1,"timescale":1}"#, nil), (#""2""#, nil),
            ("1e999", nil),
            (#"{"value":1e308,"timescale":1,"epoch":0,"flags":1}"#, 1e308),
        ] as [(String, Double?)])
    func `a thumbnail's time is a number or Apple's time structure`(time: String, seconds: Double?) throws {
        let payload = try read(
            #"{\#(Self.aps),"_wp":{"attachments":[{"url":"\#(Self.url)","options":{"UNNotificationAttachmentOptionsThumbnailTimeKey":\#(time)}}]}}"#
        )
        #expect(payload.references.map(\.options.thumbnailTime) == [seconds])
    }

    @Test func `optimove's text stands beside an alert that has none`() throws {
        let payload = try read(
            #"{"is_optipush":"true","title":"T","content":"B","media":"{\"url\":\"\#(Self.url)\"}"}"#)
        let json = String(decoding: ContentDescriptor(payload: payload, outcomes: nil).json(), as: UTF8.self)
        #expect(json.contains(#""content":{"title":"T","body":"B","userInfo":"#))
    }

    @Test func `airship's other Android styles have no picture`() throws {
        let payload = try read(
            #"{"com.urbanairship.style":"{\"type\":\"big_text\",\"big_picture\":\"\#(Self.url)\"}"}"#)
        #expect(payload.dialect == "airship")
        #expect(payload.references == [])
    }
}
