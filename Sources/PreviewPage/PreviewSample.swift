import NotificationContent

/// A payload to begin with; all are made up, and their hosts are reserved names that lead nowhere (RFC 2606).
struct PreviewSample: JSONValue {
    /// What the list calls it.
    let name: String
    /// The payload, laid out as a person would write it.
    let payload: String

    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("name", name)
            $0.member("payload", payload)
        }
    }

    /// A choice of dialects, and of what can be wrong.
    static let all = [
        PreviewSample(
            name: "OneSignal: a picture and two buttons",
            payload: #"""
                {
                  "aps": {
                    "alert": {"title": "Fresh from the oven", "body": "Your Saturday bread is ready to be picked up."},
                    "mutable-content": 1,
                    "sound": "default"
                  },
                  "os_data": {
                    "i": "2b7f6c1e-3a55-4c58-9a70-5f2f1b1a9c11",
                    "att": {"bread": "https://bakery.example/img/bread.jpg"},
                    "buttons": [{"i": "way", "n": "Show the way"}, {"i": "later", "n": "Keep it for me"}]
                  }
                }
                """#),
        PreviewSample(
            name: "OneSignal, older form: three attachments",
            payload: #"""
                {
                  "aps": {"alert": "The band has sent you a greeting", "mutable-content": 1, "badge": 2},
                  "att": {
                    "poster": "https://band.example/poster.png",
                    "song": "https://band.example/song.m4a",
                    "clip": "https://band.example/clip.mp4"
                  },
                  "custom": {"i": "90f43f42-6a1b-4b5b-8f0e-0cf7a3a6b0cd", "u": "https://band.example/tour"}
                }
                """#),
        PreviewSample(
            name: "OneSignal on Android: icon and large picture",
            payload: #"""
                {
                  "title": "Kite weather",
                  "alert": "Steady wind until six. The beach camera shows it live.",
                  "bicon": "https://beach.example/camera/now.jpg",
                  "licon": "https://beach.example/icon.png",
                  "o": "[{\"n\":\"Open the camera\",\"i\":\"camera\"}]",
                  "custom": "{\"i\":\"8d1a0c6e-7b8e-4c0f-8c9d-2f4f5a6b7c8d\"}"
                }
                """#),
        PreviewSample(
            name: "Firebase: one message for all systems",
            payload: #"""
                {
                  "message": {
                    "topic": "harbour",
                    "notification": {
                      "title": "The ferry is in", "body": "Boarding ends in ten minutes.",
                      "image": "https://ferry.example/deck.jpg"
                    },
                    "apns": {
                      "payload": {"aps": {"mutable-content": 1}},
                      "fcm_options": {"image": "https://ferry.example/deck.jpg"}
                    }
                  }
                }
                """#),
        PreviewSample(
            name: "Airship: a film with options",
            payload: #"""
                {
                  "aps": {"alert": {"title": "Goal!", "body": "See it again from behind the net."}, "mutable-content": 1},
                  "com.urbanairship.media_attachment": {
                    "url": ["https://stadium.example/goal.mp4"],
                    "options": {"time": 3},
                    "content": {"title": "Goal! 2 : 1", "body": "The 88th minute."}
                  }
                }
                """#),
        PreviewSample(
            name: "Braze: an animation",
            payload: #"""
                {
                  "aps": {"alert": {"title": "It snows", "body": "First flakes on the summit."}, "mutable-content": 1},
                  "ab": {"att": {"url": "https://summit.example/snow.gif", "type": "gif"}}
                }
                """#),
        PreviewSample(
            name: "CleverTap: the CDN may send WebP",
            payload: #"""
                {
                  "aps": {"alert": {"title": "Back in stock", "body": "The blue lamp."}, "mutable-content": 1},
                  "ct_mediaUrl": "https://shop.example/lamp.jpg?format=auto",
                  "ct_mediaType": "image"
                }
                """#),
        PreviewSample(
            name: "Expo: a picture",
            payload: #"""
                {
                  "aps": {"alert": {"title": "New lesson", "body": "Lesson 12: the past tense."}, "mutable-content": 1},
                  "body": {"_richContent": {"image": "https://lessons.example/12.png"}}
                }
                """#),
        PreviewSample(
            name: "Home Assistant: a camera's still",
            payload: #"""
                {
                  "aps": {
                    "alert": {"title": "Front door", "body": "Somebody rings."}, "mutable-content": 1,
                    "category": "DOORBELL"
                  },
                  "attachment": {"url": "https://home.example/door.jpg", "content-type": "jpeg"}
                }
                """#),
        PreviewSample(
            name: "Arabic, from right to left",
            payload: #"""
                {
                  "aps": {
                    "alert": {
                      "title": "\u0639\u0631\u0636 \u0646\u0647\u0627\u064a\u0629 \u0627\u0644\u0623\u0633\u0628\u0648\u0639",
                      "body": "\u062e\u0635\u0645 40% \u0639\u0644\u0649 \u0643\u0644 \u0627\u0644\u0643\u062a\u0628 \u062d\u062a\u0649 \u0627\u0644\u0623\u062d\u062f"
                    },
                    "mutable-content": 1
                  },
                  "image-url": "https://books.example/offer.png"
                }
                """#),
        PreviewSample(
            name: "Wrong: mutable-content is missing",
            payload: #"""
                {
                  "aps": {"alert": {"title": "No picture here", "body": "The phone is never told to add it."}},
                  "media-url": "https://forgotten.example/picture.jpg"
                }
                """#),
        PreviewSample(
            name: "Wrong: texts that try to be something else",
            payload: #"""
                {
                  "aps": {
                    "alert": {
                      "title": "<script>alert(1)</script>",
                      "body": "<img src=x onerror=alert(2)> &amp; \u0007\u202e end"
                    },
                    "mutable-content": 1
                  },
                  "image-url": "https://x.example/\"><script>alert(3)</script>.png"
                }
                """#),
    ]
}
