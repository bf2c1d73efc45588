import Testing

@testable import NotificationContent

/// Each field of OneSignal's notification in each of its layouts, and what is made of values of another kind.
struct OSNotificationTests {
    /// A payload of one layout around some members: at the root, in Apple's dictionary, among OneSignal's own data, and
    /// among the short names of a minified form.
    private enum Layout: String, CaseIterable {
        case current, currentMinified, original, originalMinified, android

        func payload(root: String = "", aps: String = "", own: String = "", short: String = "") -> String {
            let root = root.isEmpty ? "" : "," + root
            let own = own.isEmpty ? "" : "," + own
            switch self {
            case .current:
                return #"{"aps":{\#(aps)},"os_data":{"i":"n"\#(own)}\#(root)}"#
            case .currentMinified:
                return #"{"aps":{\#(aps)},"os_data":{"i":"n","buttons":{\#(short)}\#(own)}\#(root)}"#
            case .original:
                return #"{"aps":{\#(aps)},"custom":{"i":"n"\#(own)}\#(root)}"#
            case .originalMinified:
                let short = short.contains(#""m":"#) ? short : #""m":"B""# + (short.isEmpty ? "" : "," + short)
                return #"{"aps":{\#(aps)},"custom":{"i":"n"\#(own)}\#(root),\#(short)}"#
            case .android:
                var held: [UInt8] = []
                JSONText.append(#"{"i":"n"\#(own)}"#, to: &held)
                return #"{"custom":\#(String(decoding: held, as: UTF8.self))\#(root)}"#
            }
        }
    }

    /// The descriptor's `notification` without the raw payload, which is the payload itself.
    private func notification(_ json: String) throws -> String {
        let payload = try Payload.read(Array(json.utf8))
        #expect(payload.dialect == "onesignal")
        let descriptor = try JSONTokens(ContentDescriptor(payload: payload, outcomes: nil).json())
        let token = try #require(descriptor.member("notification", of: 0))
        let raw = try #require(descriptor.member("rawPayload", of: token))
        #expect(descriptor.compact(raw) == (try JSONTokens(Array(json.utf8)).compact()))
        let text = String(decoding: descriptor.compact(token), as: UTF8.self)
        let rawText = #","rawPayload":"# + String(decoding: descriptor.compact(raw), as: UTF8.self)
        return text.replacing(rawText, with: "").replacing(#""notificationId":"n","#, with: "")
    }

    /// A field's own JSON in `notification`; nil if it is absent.
    private func field(_ name: String, of json: String) throws -> String? {
        let tokens = try JSONTokens(Array(try notification(json).utf8))
        return tokens.member(JSONKey(name), of: 0).map { String(decoding: tokens.compact($0), as: UTF8.self) }
    }

    @Test(arguments: Layout.allCases.map(\.rawValue), ["launchURL:u", "templateId:ti", "templateName:tn"])
    func `reads OneSignal's own texts in every layout`(layout: String, names: String) throws {
        let layout = try #require(Layout(rawValue: layout))
        let parts = names.split(separator: ":").map(String.init)
        for (value, expected) in [
            (#""x\u0020y""#, #""x\u0020y""#), ("7", nil), ("null", nil), ("{}", nil), ("[\"x\"]", nil), ("true", nil),
        ] as [(String, String?)] {
            let json = layout.payload(own: #""\#(parts[1])":\#(value)"#)
            #expect(try field(parts[0], of: json) == expected, "\(json)")
        }
    }

    @Test(arguments: Layout.allCases.map(\.rawValue))
    func `tells a notification by its identifier`(layout: String) throws {
        let layout = try #require(Layout(rawValue: layout))
        let payload = try Payload.read(Array(layout.payload().utf8))
        let json = String(decoding: ContentDescriptor(payload: payload, outcomes: nil).json(), as: UTF8.self)
        #expect(json.contains(#""notification":{"notificationId":"n","#))
    }

    @Test(arguments: [
        ("collapseId", #""collapse_id":"c""#, #""c""#), ("collapseId", #""collapse_id":5"#, nil),
        ("badgeIncrement", #""badge_inc":1"#, "1"), ("badgeIncrement", #""badge_inc":-2.50e0"#, "-2.50e0"),
        ("badgeIncrement", #""badge_inc":"1""#, nil), ("badgeIncrement", #""badge_inc":null"#, nil),
    ])
    func `reads what Apple's layouts have among OneSignal's own data`(name: String, own: String, value: String?) throws
    {
        for layout in Layout.allCases where layout != .android {
            #expect(try field(name, of: layout.payload(own: own)) == value, "\(layout)")
        }
    }

    @Test(arguments: [
        ("title", #""alert":{"title":"T"}"#, #""T""#), ("title", #""alert":{"title":7}"#, nil),
        ("subtitle", #""alert":{"subtitle":"S"}"#, #""S""#), ("subtitle", #""alert":{"subtitle":[]}"#, nil),
        ("body", #""alert":{"body":"B"}"#, #""B""#), ("body", #""alert":"B""#, #""B""#), ("body", #""alert":9"#, nil),
        ("body", #""alert":{"body":{}}"#, nil),
        ("sound", #""sound":"s""#, #""s""#),
        ("sound", #""sound":{"critical":1,"name":"n","volume":0.50}"#, #"{"critical":1,"name":"n","volume":0.50}"#),
        ("sound", #""sound":3"#, nil), ("sound", #""sound":null"#, nil),
        ("badge", #""badge":3"#, "3"), ("badge", #""badge":1e999"#, "1e999"), ("badge", #""badge":"3""#, nil),
        ("hasBadge", #""badge":0"#, "true"), ("hasBadge", #""x":0"#, "false"),
        ("contentAvailable", #""content-available":1"#, "true"), ("contentAvailable", #""content-available":0"#, nil),
        ("contentAvailable", #""content-available":"1""#, nil),
        ("contentAvailable", #""content-available":true"#, "true"),
        ("mutableContent", #""mutable-content":1.0"#, "true"), ("mutableContent", #""mutable-content":false"#, nil),
        ("mutableContent", #""mutable-content":[1]"#, nil),
        ("category", #""category":"c""#, #""c""#), ("category", #""category":{}"#, nil),
        ("threadId", #""thread-id":"t""#, #""t""#), ("threadId", #""thread-id":4"#, nil),
        ("relevanceScore", #""relevance-score":0.70"#, "0.70"), ("relevanceScore", #""relevance-score":"1""#, nil),
        ("interruptionLevel", #""interruption-level":"active""#, #""active""#),
        ("interruptionLevel", #""interruption-level":2"#, nil),
    ])
    func `reads Apple's dictionary`(name: String, aps: String, value: String?) throws {
        for layout in [Layout.current, .original] {
            #expect(try field(name, of: layout.payload(aps: aps)) == value, "\(layout)")
        }
    }

    @Test(arguments: [
        ("title", #""m":{"title":"T"}"#, #""T""#), ("title", #""m":{"title":null}"#, nil),
        ("subtitle", #""m":{"subtitle":"S"}"#, #""S""#), ("body", #""m":{"body":"B"}"#, #""B""#),
        ("body", #""m":"B""#, #""B""#), ("body", #""m":{"body":1}"#, nil),
        ("badge", #""b":3"#, "3"), ("badge", #""b":"3""#, nil), ("hasBadge", #""b":3"#, "true"),
        ("hasBadge", #""x":3"#, "false"), ("sound", #""s":"chime.caf""#, #""chime.caf""#), ("sound", #""s":1"#, nil),
        ("attachments", #""at":{"a":"https://a.test/1"}"#, #"{"a":"https://a.test/1"}"#),
        ("attachments", #""at":"x""#, nil),
        ("actionButtons", #""o":[{"n":"Go","i":"go"}]"#, #"[{"text":"Go","id":"go"}]"#),
        ("actionButtons", #""o":{"n":"Go"}"#, nil),
    ])
    func `reads the short names of the minified forms`(name: String, short: String, value: String?) throws {
        for layout in [Layout.currentMinified, .originalMinified] {
            #expect(try field(name, of: layout.payload(short: short)) == value, "\(layout)")
        }
    }

    @Test(arguments: [
        ("title", #""title":"T""#, #""T""#), ("title", #""title":7"#, nil), ("body", #""alert":"B""#, #""B""#),
        ("sound", #""sound":"null""#, #""null""#), ("collapseId", #""collapse_key":"c""#, #""c""#),
        ("collapseId", #""collapse_key":"do_not_collapse""#, nil),
        ("collapseId", #""collapse_key":"do\u005fnot_collapse""#, nil), ("collapseId", #""collapse_key":1"#, nil),
        ("ttl", #""google.ttl":259200"#, "259200"), ("ttl", #""google.ttl":"60""#, #""60""#),
        ("ttl", #""hms.ttl":"60""#, #""60""#), ("ttl", #""google.ttl":null,"hms.ttl":5"#, "5"),
        ("ttl", #""google.ttl":[1]"#, nil),
        ("sentTime", #""google.sent_time":1924992000999"#, "1924992000"),
        ("sentTime", #""google.sent_time":"1924992000000""#, "1924992000"), ("sentTime", #""hms.sent_time":999"#, "0"),
        ("sentTime", #""google.sent_time":-1"#, nil), ("sentTime", #""google.sent_time":1e999"#, nil),
        ("sentTime", #""google.sent_time":9223372036854775808"#, nil), ("sentTime", #""google.sent_time":"soon""#, nil),
        ("sentTime", #""google.sent_time":{}"#, nil),
        ("androidNotificationId", #""android_notif_id":-12"#, "-12"),
        ("androidNotificationId", #""android_notif_id":{}"#, nil),
        ("groupKey", #""grp":"promo""#, #""promo""#), ("groupKey", #""grp":1"#, nil),
        ("groupMessage", #""grp_msg":"$[notif_count] new""#, #""$[notif_count] new""#),
        ("groupMessage", #""grp_msg":{}"#, nil),
        ("smallIcon", #""sicon":"ic""#, #""ic""#), ("smallIcon", #""sicon":[]"#, nil),
        ("largeIcon", #""licon":"https://a.test/l""#, #""https://a.test/l""#), ("largeIcon", #""licon":0"#, nil),
        ("bigPicture", #""bicon":"res""#, #""res""#), ("bigPicture", #""bicon":false"#, nil),
        ("smallIconAccentColor", #""bgac":"FF00AA55""#, #""FF00AA55""#), ("smallIconAccentColor", #""bgac":{}"#, nil),
        ("led", #""led":"0""#, #""0""#), ("led", #""led":[]"#, nil),
        ("ledColor", #""ledc":"FF00FF00""#, #""FF00FF00""#), ("ledColor", #""ledc":null"#, nil),
        ("vibration", #""vib":"1""#, #""1""#), ("vibration", #""vib":0"#, "0"), ("vibration", #""vib":{}"#, nil),
        ("vibrationPattern", #""vib_pt":"[0,100]""#, #""[0,100]""#),
        ("vibrationPattern", #""vib_pt":[0,1e2]"#, "[0,1e2]"),
        ("vibrationPattern", #""vib_pt":7"#, nil),
        ("lockScreenVisibility", #""vis":"-1""#, #""-1""#), ("lockScreenVisibility", #""vis":1"#, "1"),
        ("lockScreenVisibility", #""vis":{}"#, nil),
        ("priority", #""pri":"6""#, #""6""#), ("priority", #""pri":6.0"#, "6.0"), ("priority", #""pri":[]"#, nil),
        ("fromProjectNumber", #""from":"123""#, #""123""#), ("fromProjectNumber", #""from":{}"#, nil),
        (
            "backgroundImageLayout", #""bg_img":"{\"img\":\"https://a.test/g\",\"tc\":\"FF\",\"bc\":7,\"x\":1}""#,
            #"{"image":"https://a.test/g","titleTextColor":"FF","bodyTextColor":7}"#
        ),
        ("backgroundImageLayout", #""bg_img":"{\"x\":1}""#, nil), ("backgroundImageLayout", #""bg_img":"{""#, nil),
        ("backgroundImageLayout", #""bg_img":{"img":"x"}"#, nil),
        (
            "actionButtons", #""o":"[{\"n\":\"Open\",\"i\":\"o\",\"p\":\"ic\"}]""#,
            #"[{"text":"Open","id":"o","icon":"ic"}]"#
        ),
        ("actionButtons", #""o":[{"n":"Open"}]"#, nil), ("actionButtons", #""o":"x""#, nil),
        ("hasBadge", #""x":1"#, nil),
    ])
    func `reads Android's data message`(name: String, root: String, value: String?) throws {
        #expect(try field(name, of: Layout.android.payload(root: root)) == value)
    }

    @Test(arguments: [
        ("true", "true"), ("1", "true"), (#""true""#, "true"), (#""1""#, "true"), ("false", nil), ("0", nil),
        (#""false""#, nil), (#""yes""#, nil), ("null", nil), ("[true]", nil), ("{}", nil), ("1e999", nil),
    ])
    func `knows a notification that is restored`(value: String, expected: String?) throws {
        for layout in Layout.allCases {
            for key in ["is_restoring", "restoring"] {
                let json = layout.payload(root: #""\#(key)":\#(value)"#)
                #expect(try field("restoring", of: json) == expected, "\(layout)")
                #expect(try Payload.read(Array(json.utf8)).isRestoring == (expected != nil), "\(layout)")
            }
        }
    }

    @Test func `takes all other members at the root for additional data in the current layout`() throws {
        for layout in [Layout.current, .currentMinified] {
            #expect(
                try field("additionalData", of: layout.payload(root: #""k":1.0,"l":{"m":[ ]},"k":2"#))
                    == #"{"k":1.0,"l":{"m":[]},"k":2}"#)
            #expect(try field("additionalData", of: layout.payload()) == nil)
        }
    }

    @Test(arguments: [
        (#""a":{"k":1e999}"#, "", #"{"k":1e999}"#), (#""a":{}"#, "", "{}"), (#""a":[1]"#, "", nil),
        (#""a":"x""#, "", nil),
        (#""a":{"k":1}"#, #""actionSelected":"go","extra":1"#, #"{"k":1,"actionSelected":"go"}"#),
        (#""a":{"actionSelected":"old","k":1}"#, #""actionSelected":"go""#, #"{"k":1,"actionSelected":"go"}"#),
        ("", #""actionSelected":"go""#, #"{"actionSelected":"go"}"#), ("", "", nil),
    ])
    func `takes its own data and the selected action in the original layout`(own: String, root: String, value: String?)
        throws
    {
        for layout in [Layout.original, .originalMinified] {
            #expect(try field("additionalData", of: layout.payload(root: root, own: own)) == value, "\(layout)")
        }
    }

    @Test func `takes the buttons that Android's software left among the additional data out of them`() throws {
        let json = Layout.android.payload(
            own: #""a":{"k":[1],"actionId":"go","actionButtons":[{"text":"Go","id":"go","icon":"ic"},{"id":"none"}]}"#)
        #expect(try field("additionalData", of: json) == #"{"k":[1]}"#)
        #expect(try field("actionButtons", of: json) == #"[{"text":"Go","id":"go","icon":"ic"}]"#)
        #expect(try field("action", of: json) == #"{"type":"actionTaken","actionId":"go"}"#)
    }

    @Test(arguments: [
        (#""go""#, #"{"type":"actionTaken","actionId":"go"}"#), (#""__DEFAULT__""#, #"{"type":"opened"}"#),
        (#""\u005f_DEFAULT__""#, #"{"type":"opened"}"#), ("7", nil), ("null", nil), ("{}", nil),
    ])
    func `says what was done with the notification`(value: String, expected: String?) throws {
        for layout in Layout.allCases where layout != .android {
            #expect(try field("action", of: layout.payload(root: #""actionSelected":\#(value)"#)) == expected)
        }
    }

    @Test(arguments: [
        (#"[{"n":"Go"}]"#, #"[{"text":"Go","id":"Go"}]"#),
        (
            #"[{"n":"Go","i":"go","icon_type":"system","path":"clock"}]"#,
            #"[{"text":"Go","id":"go","systemIcon":"clock"}]"#
        ),
        (#"[{"n":"Go","icon_type":"custom","path":"pic"}]"#, #"[{"text":"Go","id":"Go","templateIcon":"pic"}]"#),
        (#"[{"n":"Go","icon_type":"other","path":"pic"}]"#, #"[{"text":"Go","id":"Go"}]"#),
        (#"[{"n":"Go","icon_type":"system","path":7}]"#, #"[{"text":"Go","id":"Go"}]"#),
        (#"[{"n":"Go","icon_type":1,"path":"pic"}]"#, #"[{"text":"Go","id":"Go"}]"#),
        (
            #"[7,null,[],{"i":"x"},{"n":1},{"n":"B","i":2},{"n":"A"}]"#,
            #"[{"text":"B","id":"B"},{"text":"A","id":"A"}]"#
        ),
        ("[]", nil), ("7", nil), (#""[]""#, nil), ("[7]", nil),
    ])
    func `reads buttons with their icons, in the payload's order`(buttons: String, expected: String?) throws {
        for json in [
            Layout.current.payload(aps: #""alert":"B""#, own: #""buttons":\#(buttons)"#),
            Layout.current.payload(aps: #""alert":"B""#, own: #""buttons":{"o":\#(buttons)}"#),
            Layout.current.payload(root: #""actionbuttons":\#(buttons)"#),
            Layout.original.payload(root: #""buttons":\#(buttons)"#),
        ] {
            #expect(try field("actionButtons", of: json) == expected, "\(json)")
        }
    }

    @Test(arguments: [("current", #""os_data":{"i":"n","att":A}"#), ("original", #""custom":{"i":"n"},"att":A"#)])
    func `lists the media map as it stands`(layout: String, members: String) throws {
        for (map, expected) in [(#"{"a":"x","b":7}"#, #"{"a":"x","b":7}"#), ("[]", nil), (#""x""#, nil)] {
            let json = "{" + members.replacing("A", with: map) + "}"
            #expect(try field("attachments", of: json) == expected, "\(layout)")
        }
    }
}
