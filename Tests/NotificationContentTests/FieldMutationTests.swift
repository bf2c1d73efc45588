import Fixtures
import Testing

@testable import NotificationContent

/// Payloads with every field there is, and each of their values replaced by one of every kind.
struct FieldMutationTests {
    private static let replacements = ["null", "true", "-7", "1e999", #""x""#, #""{}""#, "[]", "{}", #"[{"n":[]}]"#]

    private static let samples = [
        #"""
        {"aps":{"alert":{"title":"T","subtitle":"S","body":"B","title-loc-key":"k","title-loc-args":["a"],"loc-key":"l",
         "loc-args":["b"],"launch-image":"i","summary-arg":"s","summary-arg-count":2},"badge":3,"sound":{"critical":1,
         "name":"n","volume":0.5},"category":"","thread-id":"t","target-content-id":"w","content-available":1,
         "mutable-content":1,"interruption-level":"active","relevance-score":0.7,"filter-criteria":"f"},
         "os_data":{"i":"n","u":"u","ti":"ti","tn":"tn","badge_inc":1,"collapse_id":"c","att":{"a":"https://a.test/1"},
         "buttons":[{"n":"A","i":"a","icon_type":"system","path":"p"},{"n":"B"}]},"actionSelected":"a","is_restoring":true}
        """#,
        #"""
        {"aps":{"content-available":1},"os_data":{"i":"n","buttons":{"m":{"title":"T","body":"B"},"b":1,"s":"s",
         "at":{"a":"https://a.test/1"},"o":[{"n":"A","icon_type":"custom","path":"p"}]}},"k":{"l":[1]}}
        """#,
        #"""
        {"aps":{"alert":"B","mutable-content":1},"custom":{"i":"n","u":"u","ti":"ti","tn":"tn","badge_inc":-1,
         "collapse_id":"c","a":{"k":1,"actionSelected":"old"}},"att":{"a":"https://a.test/1"},"buttons":[{"n":"A"}],
         "actionSelected":"__DEFAULT__","restoring":"1"}
        """#,
        #"""
        {"custom":"{\"i\":\"n\",\"u\":\"u\",\"a\":{\"k\":1,\"actionId\":\"a\",\"actionButtons\":[{\"id\":\"a\",\"text\":\"A\"}]}}",
         "alert":"B","title":"T","sicon":"s","licon":"https://a.test/1","bicon":"https://a.test/2","bgac":"FF","sound":"s",
         "o":"[{\"n\":\"A\",\"i\":\"a\",\"p\":\"ic\"}]","bg_img":"{\"img\":\"https://a.test/3\",\"tc\":\"FF\"}","ledc":"FF",
         "led":"0","vib":"1","vib_pt":"[1]","vis":"1","pri":"6","grp":"g","grp_msg":"m","from":"1","collapse_key":"c",
         "google.ttl":60,"google.sent_time":1924992000000,"hms.ttl":"60","android_notif_id":5,"is_restoring":"true"}
        """#,
        #"""
        {"app_id":"x","contents":{"en":"B","de":"b"},"headings":{"de":"t"},"subtitle":{"en":"S"},"ios_badgeType":"SetTo",
         "ios_badgeCount":3,"ios_attachments":{"a":"https://a.test/1"},"buttons":[{"id":"a","text":"A","icon":"i"}],
         "web_buttons":[{"id":"a"}],"data":{"k":1},"url":"u","template_id":"t","collapse_id":"c","ttl":60,"priority":10,
         "android_background_layout":{"image":"https://a.test/2","headings_color":"FF"},"ios_sound":"s","thread_id":"t"}
        """#,
        #"""
        {"message":{"token":"t","notification":{"title":"N","body":"B","image":"https://a.test/1"},"android":{"ttl":"60s",
         "notification":{"title_loc_key":"k","title_loc_args":["a"],"sound":"s"}},"apns":{"payload":{"aps":{"badge":1}}},
         "webpush":{"headers":{"TTL":"90"},"notification":{"actions":[{"action":"a","title":"A","icon":"i"}]}}}}
        """#,
        #"""
        {"audience":"all","notification":{"alert":"B","interactive":{"type":"c"},"ios":{"title":"T","badge":1,"expiry":5,
         "thread_id":"t","relevance_score":0.5},"android":{"time_to_live":6,"alert":"A"}},"options":{"expiry":4}}
        """#,
        #"""
        {"aps":{"alert":"B","mutable-content":1},"attachment":{"url":"https://a.test/1"},"actions":[{"action":"REPLY",
         "title":"R","behavior":"textInput","textInputButtonTitle":"t","textInputPlaceholder":"p","destructive":true,
         "authenticationRequired":1,"activationMode":"foreground","icon":"i"}]}
        """#,
    ]

    @Test(arguments: samples.indices)
    func `any value of any kind leaves a sound descriptor`(sample: Int) throws {
        let bytes = Array(Self.samples[sample].utf8)
        let tokens = try JSONTokens(bytes)
        for token in 0..<tokens.count {
            let range = tokens.range(token)
            for replacement in Self.replacements {
                let changed = Array(bytes[..<range.lowerBound]) + Array(replacement.utf8) + bytes[range.upperBound...]
                // In the place of a name only a string is JSON, and in that of the payload only an object is one.
                guard let payload = try? Payload.read(changed) else { continue }
                let comment = Comment(rawValue: String(decoding: changed, as: UTF8.self))
                let descriptor = ContentDescriptor(payload: payload, outcomes: nil)
                let compact = descriptor.json()
                #expect(try JSONTokens(compact).compact() == compact, comment)
                #expect(try JSONTokens(descriptor.json(pretty: true)).compact() == compact, comment)
                #expect(descriptor.deliveryPayload() == (try JSONTokens(changed).compact()), comment)
                #expect((payload.timeToLive ?? 0) >= 0, comment)
                _ = payload.isRestoring
            }
        }
    }

    @Test(arguments: [
        (
            "onesignal-os-data.json",
            #""launchURL":"https://shop.example.com/sale","templateId":"0d7b8f2e-9a4c-4f5d-8e6f-7a1b2c3d4e5f","templateName":"spring-template","collapseId":"promo-42","additionalData":{"campaign":"spring-2031"},"actionButtons":[{"text":"Open","id":"open"},{"text":"Later","id":"later","systemIcon":"clock"}],"title":"Spring sale","body":"Up to 40% off today","sound":"default","attachments":{"hero":"https://cdn.example.com/push/spring.jpg","clip":"https://cdn.example.net/v?id=991&filename=teaser.mp4"},"badge":3,"hasBadge":true,"badgeIncrement":1,"mutableContent":true,"threadId":"promo","relevanceScore":0.7,"interruptionLevel":"active","rawPayload":{"#,
            #""presentation":{"actions":[{"identifier":"later","title":"Later","systemImageName":"clock"},{"identifier":"open","title":"Open"}]}"#
        ),
        (
            "onesignal-legacy-custom.json",
            #""launchURL":"app://inbox/17","templateId":"7c7c7c7c-aaaa-4bbb-8ccc-dddddddddddd","templateName":"inbox","additionalData":{"thread":17},"actionButtons":[{"text":"Reply","id":"reply"}],"title":"New message","body":"Ana sent you a photo","attachments":{"photo":"  https://media.example.com/u/17/p.png "},"hasBadge":false,"mutableContent":true,"category":"MSG","rawPayload":{"#,
            #""presentation":{"categoryIdentifier":"MSG"}"#
        ),
        (
            "onesignal-remote-silent.json",
            #""additionalData":{"channel":"live"},"actionButtons":[{"text":"Watch","id":"watch"}],"title":"Live now","body":"The stream has started","sound":"chime.caf","attachments":{"cover":"https://cdn.example.com/live/cover.gif"},"badge":1,"hasBadge":true,"contentAvailable":true,"rawPayload":{"#,
            #""presentation":{"actions":[{"identifier":"watch","title":"Watch"}]}"#
        ),
        (
            "onesignal-android.json",
            #""launchURL":"https://shop.example.com/sale","templateId":"0d7b8f2e-9a4c-4f5d-8e6f-7a1b2c3d4e5f","templateName":"spring-template","collapseId":"promo-42","additionalData":{"campaign":"spring-2031"},"actionButtons":[{"text":"Open","id":"open","icon":"ic_open"}],"title":"Spring sale","body":"Up to 40% off today","sound":"chime","ttl":259200,"sentTime":1924992000,"groupKey":"promo","groupMessage":"$[notif_count] offers","smallIcon":"ic_stat_sale","largeIcon":"https://cdn.example.com/push/avatar.png","bigPicture":"https://cdn.example.com/push/spring-wide.jpg","backgroundImageLayout":{"image":"https://cdn.example.com/push/bg.png","titleTextColor":"FFFFFFFF","bodyTextColor":"FFEEEEEE"},"smallIconAccentColor":"FF00AA55","ledColor":"FF00FF00","vibration":"1","lockScreenVisibility":"1","priority":"6","fromProjectNumber":"123456789012","rawPayload":{"#,
            #""presentation":{"actions":[{"identifier":"open","title":"Open","icon":"ic_open"}]}"#
        ),
    ])
    func `carries every field of the samples`(sample: String, fields: String, presentation: String) throws {
        guard Fixture.sharedIsPresent(orSkipping: "4 samples of OneSignal"), let shared = Fixture.shared else { return }
        let payload = try Payload.read(Fixture.readFile(shared + "/reference/payloads/" + sample))
        let json = String(decoding: ContentDescriptor(payload: payload, outcomes: nil).json(), as: UTF8.self)
        #expect(json.contains(#"","# + fields), "\(json)")
        #expect(json.contains(presentation), "\(json)")
    }
}
