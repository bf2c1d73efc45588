import Testing

@testable import NotificationContent

struct PresentationTests {
    private static let media = AttachedMedia(
        path: "/c/x.jpg", sha256: "5e", fileExtension: "jpg", type: "public.jpeg", mime: "image/jpeg", kind: "image",
        format: "jpeg", bytes: 1, width: 640, height: 360, cache: .hit)

    /// The descriptor's `presentation`; nil if it has none.
    private func presentation(_ json: String, _ media: [AttachedMedia] = []) throws -> String? {
        let payload = try Payload.read(Array(json.utf8))
        let descriptor = ContentDescriptor(payload: payload, outcomes: media.map { .attached($0) })
        let tokens = try JSONTokens(descriptor.json())
        return tokens.member("presentation", of: 0).map { String(decoding: tokens.compact($0), as: UTF8.self) }
    }

    @Test(
        arguments: [
            (640, 360, "0.5625"), (1, 1, "1"), (1, 3, "3"), (3, 1, "0.3333333333333333"), (64_000_000, 1, "1.5625e-08"),
            (0, 1, nil), (1, 0, nil), (nil, 1, nil), (1, nil, nil), (nil, nil, nil),
        ] as [(UInt32?, UInt32?, String?)])
    func `has the height of the first attachment to its width`(width: UInt32?, height: UInt32?, ratio: String?) throws {
        var media = Self.media
        media.width = width
        media.height = height
        #expect(
            try presentation(#"{"image":"https://a.test/1"}"#, [media])
                == ratio.map { #"{"initialContentSizeRatio":\#($0)}"# })
    }

    @Test func `takes what is attached before what is only prepared`() throws {
        var square = Self.media
        square.width = 360
        let lazy = #"{"aps":{"alert":"x","mutable-content":1},"attachment":{"url":"https://a.test/1","lazy":true}}"#
        #expect(try presentation(lazy, [Self.media]) == #"{"initialContentSizeRatio":0.5625}"#)
        var sound = Self.media
        sound.width = nil
        let two = #"{"os_data":{"i":"1","att":{"a":"https://a.test/1","b":"https://a.test/2"}}}"#
        #expect(try presentation(two, [square, Self.media]) == #"{"initialContentSizeRatio":1}"#)
        #expect(try presentation(two, [sound, Self.media]) == nil)
        #expect(try presentation(two) == nil)
    }

    @Test(arguments: [
        (#"{"aps":{"category":"c"}}"#, #"{"categoryIdentifier":"c"}"#), (#"{"aps":{"category":""}}"#, nil),
        (#"{"aps":{"category":7}}"#, nil), (#"{"aps":{}}"#, nil), ("{}", nil),
        (#"{"contents":{"en":"B"},"ios_category":"c"}"#, #"{"categoryIdentifier":"c"}"#),
        (#"{"richContent":{},"categoryId":"c"}"#, #"{"categoryIdentifier":"c"}"#),
        (
            #"{"audience":"all","device_types":"all","notification":{"interactive":{"type":"ua_yes_no"}}}"#,
            #"{"categoryIdentifier":"ua_yes_no"}"#
        ),
    ])
    func `names the category`(json: String, expected: String?) throws {
        #expect(try presentation(json) == expected)
    }

    @Test(arguments: [
        (
            #"{"aps":{"alert":"x"},"os_data":{"i":"1","buttons":[{"n":"A","i":"a","icon_type":"system","path":"clock"},{"n":"B","icon_type":"custom","path":"pic"}]}}"#,
            #"[{"identifier":"B","title":"B","templateImageName":"pic"},{"identifier":"a","title":"A","systemImageName":"clock"}]"#
        ),
        (
            #"{"custom":{"i":"1"},"buttons":[{"n":"A"},{"n":"B"},{"n":"C"}]}"#,
            #"[{"identifier":"A","title":"A"},{"identifier":"B","title":"B"},{"identifier":"C","title":"C"}]"#
        ),
        (
            #"{"custom":"{\"i\":\"1\"}","o":"[{\"n\":\"A\",\"p\":\"ic\"},{\"n\":\"B\"}]"}"#,
            #"[{"identifier":"A","title":"A","icon":"ic"},{"identifier":"B","title":"B"}]"#
        ),
        (
            #"{"contents":{"en":"x"},"buttons":[{"id":"a","text":"A","icon":"ic"},{"id":"b"}]}"#,
            #"[{"identifier":"a","title":"A","icon":"ic"}]"#
        ),
        (
            #"{"custom":{"a":{"k.message":{"data":{"id":1}},"k.buttons":[{"id":"s","text":"S","icon":{"type":"system","id":"star"}}]}}}"#,
            #"[{"identifier":"s","title":"S","systemImageName":"star"}]"#
        ),
        (
            #"{"body":{"_k":"x","action_buttons":[{"id":"a","label":"A"},{"id":"b","label":7}]}}"#,
            #"[{"identifier":"a","title":"A"}]"#
        ),
        (#"{"_wp":{"alert":{"buttons":[{"label":"A"}]}}}"#, #"[{"identifier":"A","title":"A"}]"#),
        (
            #"{"message":{"token":"t","webpush":{"notification":{"actions":[{"action":"a","title":"A","icon":"i"}]}}}}"#,
            #"[{"identifier":"a","title":"A","icon":"i"}]"#
        ),
        (
            #"{"notifee_options":{"android":{"actions":[{"title":"A","pressAction":{"id":"a"},"input":{"placeholder":"p"}},{"title":"B","input":true},{"title":"C","input":false}]}}}"#,
            #"[{"identifier":"a","title":"A","textInput":{"placeholder":"p"}},{"identifier":"B","title":"B","textInput":{}},{"identifier":"C","title":"C"}]"#
        ),
        (
            #"{"attachment":{"url":"https://a.test/1"},"actions":[{"action":"REPLY","title":"R","textInputButtonTitle":"Send","textInputPlaceholder":"Say"},{"action":"x","title":"X","behavior":"textInput","textInputButtonTitle":7},{"action":"y","title":"Y","behavior":"default","destructive":true,"authenticationRequired":1,"activationMode":"foreground","icon":"sfsymbols:bell"},{"action":"z","title":"Z","destructive":"true","activationMode":"background"}]}"#,
            #"[{"identifier":"REPLY","title":"R","textInput":{"buttonTitle":"Send","placeholder":"Say"}},{"identifier":"x","title":"X","textInput":{}},{"identifier":"y","title":"Y","icon":"sfsymbols:bell","options":["authenticationRequired","destructive","foreground"]},{"identifier":"z","title":"Z"}]"#
        ),
    ])
    func `lists the actions as they are shown`(json: String, actions: String) throws {
        #expect(try presentation(json) == #"{"actions":\#(actions)}"#)
    }

    @Test func `lists no buttons where the vendor's software gives way to the app's own category`() throws {
        #expect(
            try presentation(
                #"{"aps":{"alert":"x","category":"c"},"os_data":{"i":"1","buttons":[{"n":"A"}]}}"#)
                == #"{"categoryIdentifier":"c"}"#)
        #expect(
            try presentation(
                #"{"aps":{"category":"c"},"attachment":{"url":"https://a.test/1"},"actions":[{"title":"A"}]}"#)
                == #"{"categoryIdentifier":"c","actions":[{"identifier":"A","title":"A"}]}"#)
        #expect(
            try presentation(#"{"aps":{"alert":"x","category":""},"os_data":{"i":"1","buttons":[{"n":"A"}]}}"#)
                == #"{"actions":[{"identifier":"A","title":"A"}]}"#)
    }

    @Test(arguments: ["7", "null", "{}", #""x""#, "[]", "[7]", "[{}]", #"[{"title":7,"action":"a"}]"#, "[[{}]]"])
    func `makes nothing of actions of another kind`(actions: String) throws {
        #expect(try presentation(#"{"attachment":{"url":"https://a.test/1"},"actions":\#(actions)}"#) == nil)
    }
}
