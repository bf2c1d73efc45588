import Testing

@testable import NotificationContent

struct ContentDescriptorTests {
    private static let sha = String(repeating: "ab", count: 32)

    private static let photo = AttachedMedia(
        path: "/var/cache/attachd/blobs/sha256/ab/\(sha).jpg", sha256: sha, fileExtension: "jpg", type: "public.jpeg",
        mime: "image/jpeg", kind: "image", format: "jpeg", bytes: 38_012, width: 640, height: 360, frames: 1,
        hasAlpha: false, cache: .miss, freshUntil: "2031-01-01T00:00:00.000Z", fetchMilliseconds: 212)

    private static let film = AttachedMedia(
        path: "/var/cache/a b%/é.mp4", sha256: sha, fileExtension: "mp4", type: "public.mpeg-4", mime: "video/mp4",
        kind: "video", format: "mp4", bytes: 10_000_001, width: 1920, height: 1080, durationMilliseconds: 2_020,
        codecs: ["avc1.42001f", "mp4a.40.2"], trailingBytes: 7, cache: .hit)

    private func payload(_ json: String) throws -> Payload {
        try Payload.read(Array(json.utf8))
    }

    private func text(_ descriptor: ContentDescriptor, pretty: Bool = false) -> String {
        String(decoding: descriptor.json(pretty: pretty), as: UTF8.self)
    }

    @Test func `is written out in full for people`() throws {
        let payload = try payload(
            #"""
            { "aps": { "alert": { "title": "Spring sale", "subtitle": "now", "body": "Up to 40% off" }, "mutable-content": 1,
                "sound": "default", "badge": 3, "category": "c", "thread-id": "promo", "target-content-id": "w",
                "interruption-level": "active", "relevance-score": 0.70, "filter-criteria": "f", "content-available": 1 },
              "os_data": { "i": "n-1", "u": "https:\/\/shop.test\/", "ti": "t-1", "tn": "spring", "badge_inc": 1,
                "collapse_id": "promo-42", "att": { "hero": "https:\/\/a.test\/1", "clip": "https://a.test/2" },
                "buttons": [ {"i": "later", "n": "Later", "icon_type": "system", "path": "clock"}, {"i": "none"}, {"n": "Go"} ] },
              "campaign": 1e999 }
            """#)
        let failure = AttachmentFailure(
            .httpStatus, "the origin answered 503", httpStatus: 503, retryAfter: 9, cached: true)
        let descriptor = ContentDescriptor(
            payload: payload, outcomes: [.attached(Self.photo), .failed(failure)], complete: false,
            publicBaseURL: "https://push.test/m//")
        #expect(text(descriptor, pretty: true) == Self.golden)
    }

    private static let golden = #"""
        {
          "version": 1,
          "dialect": "onesignal",
          "mutable": true,
          "complete": false,
          "content": {
            "title": "Spring sale",
            "subtitle": "now",
            "body": "Up to 40% off",
            "badge": 3,
            "sound": "default",
            "categoryIdentifier": "c",
            "threadIdentifier": "promo",
            "targetContentIdentifier": "w",
            "interruptionLevel": "active",
            "relevanceScore": 0.70,
            "filterCriteria": "f",
            "userInfo": {
              "aps": {
                "alert": {
                  "title": "Spring sale",
                  "subtitle": "now",
                  "body": "Up to 40% off"
                },
                "mutable-content": 1,
                "sound": "default",
                "badge": 3,
                "category": "c",
                "thread-id": "promo",
                "target-content-id": "w",
                "interruption-level": "active",
                "relevance-score": 0.70,
                "filter-criteria": "f",
                "content-available": 1
              },
              "os_data": {
                "i": "n-1",
                "u": "https:\/\/shop.test\/",
                "ti": "t-1",
                "tn": "spring",
                "badge_inc": 1,
                "collapse_id": "promo-42",
                "att": {
                  "hero": "https:\/\/a.test\/1",
                  "clip": "https://a.test/2"
                },
                "buttons": [
                  {
                    "i": "later",
                    "n": "Later",
                    "icon_type": "system",
                    "path": "clock"
                  },
                  {
                    "i": "none"
                  },
                  {
                    "n": "Go"
                  }
                ]
              },
              "campaign": 1e999
            },
            "attachments": [
              {
                "identifier": "hero",
                "url": "file:///var/cache/attachd/blobs/sha256/ab/SHA.jpg",
                "href": "/v1/blobs/SHA.jpg",
                "type": "public.jpeg",
                "mime": "image/jpeg",
                "kind": "image",
                "format": "jpeg",
                "bytes": 38012,
                "sha256": "SHA",
                "width": 640,
                "height": 360,
                "frames": 1,
                "hasAlpha": false,
                "source": "https://a.test/1",
                "cache": "miss",
                "freshUntil": "2031-01-01T00:00:00.000Z",
                "fetchMs": 212
              }
            ]
          },
          "notification": {
            "notificationId": "n-1",
            "launchURL": "https:\/\/shop.test\/",
            "templateId": "t-1",
            "templateName": "spring",
            "collapseId": "promo-42",
            "additionalData": {
              "campaign": 1e999
            },
            "actionButtons": [
              {
                "text": "Later",
                "id": "later",
                "systemIcon": "clock"
              },
              {
                "text": "Go",
                "id": "Go"
              }
            ],
            "title": "Spring sale",
            "subtitle": "now",
            "body": "Up to 40% off",
            "sound": "default",
            "attachments": {
              "hero": "https:\/\/a.test\/1",
              "clip": "https://a.test/2"
            },
            "badge": 3,
            "hasBadge": true,
            "badgeIncrement": 1,
            "contentAvailable": true,
            "mutableContent": true,
            "category": "c",
            "threadId": "promo",
            "relevanceScore": 0.70,
            "interruptionLevel": "active",
            "rawPayload": RAW
          },
          "presentation": {
            "categoryIdentifier": "c",
            "initialContentSizeRatio": 0.5625
          },
          "failures": [
            {
              "identifier": "clip",
              "source": "https://a.test/2",
              "reason": "http-status",
              "detail": "the origin answered 503",
              "httpStatus": 503,
              "retryAfter": 9,
              "cached": true
            }
          ],
          "warnings": [],
          "payload": {
            "aps": {
              "alert": {
                "title": "Spring sale",
                "subtitle": "now",
                "body": "Up to 40% off"
              },
              "mutable-content": 1,
              "sound": "default",
              "badge": 3,
              "category": "c",
              "thread-id": "promo",
              "target-content-id": "w",
              "interruption-level": "active",
              "relevance-score": 0.70,
              "filter-criteria": "f",
              "content-available": 1
            },
            "os_data": {
              "i": "n-1",
              "u": "https:\/\/shop.test\/",
              "ti": "t-1",
              "tn": "spring",
              "badge_inc": 1,
              "collapse_id": "promo-42",
              "att": {
                "hero": "https://push.test/m/v1/blobs/SHA.jpg",
                "clip": "https://a.test/2"
              },
              "buttons": [
                {
                  "i": "later",
                  "n": "Later",
                  "icon_type": "system",
                  "path": "clock"
                },
                {
                  "i": "none"
                },
                {
                  "n": "Go"
                }
              ]
            },
            "campaign": 1e999
          }
        }
        """#.replacing("SHA", with: sha).replacing("RAW", with: raw)

    /// The payload as it lies two levels deep.
    private static let raw = #"""
        {
              "aps": {
                "alert": {
                  "title": "Spring sale",
                  "subtitle": "now",
                  "body": "Up to 40% off"
                },
                "mutable-content": 1,
                "sound": "default",
                "badge": 3,
                "category": "c",
                "thread-id": "promo",
                "target-content-id": "w",
                "interruption-level": "active",
                "relevance-score": 0.70,
                "filter-criteria": "f",
                "content-available": 1
              },
              "os_data": {
                "i": "n-1",
                "u": "https:\/\/shop.test\/",
                "ti": "t-1",
                "tn": "spring",
                "badge_inc": 1,
                "collapse_id": "promo-42",
                "att": {
                  "hero": "https:\/\/a.test\/1",
                  "clip": "https://a.test/2"
                },
                "buttons": [
                  {
                    "i": "later",
                    "n": "Later",
                    "icon_type": "system",
                    "path": "clock"
                  },
                  {
                    "i": "none"
                  },
                  {
                    "n": "Go"
                  }
                ]
              },
              "campaign": 1e999
            }
        """#

    @Test func `has a line of its own for each kind of thing a machine reads`() throws {
        let payload = try payload(
            #"{"aps":{"alert":"x","mutable-content":1},"mediaType":"png","media-url":"https://a.test/2"}"#)
        let descriptor = ContentDescriptor(
            payload: payload, outcomes: [.attached(Self.film)],
            warnings: [ContentWarning(.policyDiffers, "Apple allows 5 MB")])
        #expect(
            text(descriptor)
                == #"""
                {"version":1,"dialect":"generic","mutable":true,"complete":true,"content":{"body":"x","userInfo":{"aps":{"alert":"x","mutable-content":1},"mediaType":"png","media-url":"https://a.test/2"},
                "attachments":[{"identifier":"attachment-1","url":"file:///var/cache/a%20b%25/%C3%A9.mp4","href":"/v1/blobs/SHA.mp4","type":"public.mpeg-4","mime":"video/mp4","kind":"video","format":"mp4","bytes":10000001,
                "sha256":"SHA","width":1920,"height":1080,"duration":2.02,"codecs":["avc1.42001f","mp4a.40.2"],"source":"https://a.test/2","cache":"hit"}]},"presentation":{"initialContentSizeRatio":0.5625},
                "failures":[],"warnings":[{"code":"policy-differs","detail":"Apple allows 5 MB"},
                {"code":"near-limit","detail":"attachment-1 has 10000001 bytes, over the 10000000 that are safe"},
                {"code":"trailing-bytes","detail":"attachment-1 has 7 bytes behind its end"},
                {"code":"type-mismatch","detail":"attachment-1 is announced as another type than video/mp4"}],
                "payload":{"aps":{"alert":"x","mutable-content":1},"mediaType":"png","media-url":"https://a.test/2"}}
                """#.replacing("SHA", with: Self.sha).replacing("\n", with: ""))
    }

    @Test func `lists references where nothing was fetched`() throws {
        let payload = try payload(#"{"aps":{"alert":"x"},"image":"https://a.test/2"}"#)
        #expect(
            text(ContentDescriptor(payload: payload, outcomes: nil))
                == #"""
                {"version":1,"dialect":"generic","mutable":false,"complete":true,"content":{"body":"x","userInfo":{"aps":{"alert":"x"},"image":"https://a.test/2"},"attachments":[]},
                "failures":[],"references":[{"identifier":"attachment-1","source":"https://a.test/2"}],
                "warnings":[{"code":"not-mutable","detail":"aps.mutable-content is not 1, so no attachment could be added"}],
                "payload":{"aps":{"alert":"x"},"image":"https://a.test/2"}}
                """#.replacing("\n", with: ""))
    }

    @Test func `of a bare URL has no payload`() {
        let options = MediaReference.Options(
            thumbnailHidden: true, thumbnailTime: 3,
            thumbnailClippingRect: MediaReference.ClippingRect(x: 0, y: 0.25, width: 1, height: 0.5))
        let payload = Payload.url("https://a.test/2", identifier: "a", options: options)
        let failure = AttachmentFailure(.corrupt, "the picture is damaged")
        let descriptor = ContentDescriptor(
            payload: payload, outcomes: [.failed(failure)], publicBaseURL: "https://p.test")
        #expect(descriptor.deliveryPayload() == nil)
        #expect(
            text(descriptor)
                == #"""
                {"version":1,"dialect":"url","mutable":true,"complete":true,"content":{"attachments":[]},
                "failures":[{"identifier":"a","source":"https://a.test/2","options":{"thumbnailHidden":true,"thumbnailClippingRect":{"x":0,"y":0.25,"width":1,"height":0.5},"thumbnailTime":3},
                "reason":"corrupt","detail":"the picture is damaged","appleError":105}],"warnings":[]}
                """#.replacing("\n", with: ""))
    }

    @Test func `keeps lazy media apart and says when a fallback was used`() throws {
        let dialect = Dialect(
            "made-up", layout: "", recognition: Recognition(),
            places: [
                MediaPlace(["m"], .value(["url"]), identifier: .constant("m"), fallback: ["spare"]),
                MediaPlace(["lazy"], .value([]), identifier: .constant("l"), role: .lazy, platform: .ios),
            ])
        let json = #"{"m":{"url":"https://a.test/1","spare":"https://a.test/2"},"lazy":"https://a.test/3"}"#
        let payload = Payload(NestedDocuments(try JSONTokens(Array(json.utf8))), dialect)
        let failure = AttachmentFailure(.empty, "there is nothing in it")

        let used = ContentDescriptor(
            payload: payload, outcomes: [.failed(failure), .attached(Self.photo), .attached(Self.photo)])
        #expect(used.warnings == [ContentWarning(.fallbackUsed, "m-2 stands in for one that failed")])
        let usedText = text(used)
        #expect(usedText.contains(#""attachments":[{"identifier":"m-2","#))
        #expect(usedText.contains(#""role":"fallback","cache":"#))
        #expect(usedText.contains(#""prepared":[{"identifier":"l","#))
        #expect(usedText.contains(#""role":"lazy","platform":"ios","cache":"#))

        let unused = ContentDescriptor(payload: payload, outcomes: [.attached(Self.photo), nil, .failed(failure)])
        #expect(unused.warnings == [])
        #expect(unused.attachments.map(\.reference.identifier) == ["m"])
        #expect(unused.failures.map(\.reference.identifier) == ["l"])
        #expect(!text(unused).contains("prepared"))
    }

    @Test func `warns of an image that Android refuses`() throws {
        let payload = try payload(#"{"gcm.n.image":"https://a.test/1"}"#)
        for (bytes, codes) in [(1_048_576, []), (1_048_577, [ContentWarning.Code.overAndroidLimit])] {
            var media = Self.photo
            media.bytes = Int64(bytes)
            #expect(ContentDescriptor(payload: payload, outcomes: [.attached(media)]).warnings.map(\.code) == codes)
        }
    }

    @Test(arguments: [
        ("jpg", false), (".JPEG", false), ("image/jpeg", false), ("public.jpeg", false), ("image", false),
        ("foo", false),
        ("png", true), ("video", true), ("video/mp4", true), ("com.compuserve.gif", true), ("", false),
    ])
    func `compares a type hint with what the bytes are`(hint: String, contradicts: Bool) {
        #expect(TypeHint.contradicts(hint, Self.photo) == contradicts)
    }

    @Test func `answers a request for one attachment`() {
        let reference = MediaReference(identifier: "a", source: "https://a.test/1", typeHint: "png")
        var writer = JSONWriter()
        writer.value(AttachmentAnswer(reference, .failed(AttachmentFailure(.tooLarge, "11 MB are too many"))))
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"status":"failed","failure":{"identifier":"a","source":"https://a.test/1","typeHint":"png","#
                + #""reason":"too-large","detail":"11 MB are too many","appleError":102}}"#)
        writer = JSONWriter()
        writer.value(AttachmentAnswer(reference, .attached(Self.photo)))
        #expect(
            String(decoding: writer.bytes, as: UTF8.self).hasPrefix(
                #"{"status":"attached","attachment":{"identifier":"a","url":"file:///var/"#))
    }
}
