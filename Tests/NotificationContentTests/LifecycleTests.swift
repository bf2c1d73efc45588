import Testing

@testable import NotificationContent

struct LifecycleTests {
    private func read(_ json: String) throws -> Payload {
        try Payload.read(Array(json.utf8))
    }

    @Test(
        arguments: [
            ("0", 0), ("259200", 259_200), ("3.9", 3), ("-0.0", 0), ("-1", nil), ("-0.5", nil), ("1e3", 1_000),
            ("1e999", nil), ("9223372036854775807000", nil), (#""60""#, 60), (#""60s""#, 60), (#""3.5s""#, 3),
            (#""0s""#, 0), (#""""#, nil), (#""s""#, nil), (#"".5s""#, nil), (#""1.x""#, nil), (#""-1s""#, nil),
            (#""1m""#, nil), (#""0x10""#, nil), (#""9223372036854775807""#, .max), (#""9223372036854775808""#, nil),
            ("null", nil), ("true", nil), ("[60]", nil), ("{}", nil),
        ] as [(String, Int64?)])
    func `reads seconds as numbers, texts and durations`(value: String, seconds: Int64?) throws {
        #expect(try read(#"{"google.ttl":\#(value)}"#).timeToLive == seconds)
        #expect(try read(#"{"message":{"token":"t","android":{"ttl":\#(value)}}}"#).timeToLive == seconds)
        #expect(try read(#"{"richContent":{},"ttl":\#(value)}"#).timeToLive == seconds)
        #expect(try read(#"{"contents":{"en":"B"},"ttl":\#(value)}"#).timeToLive == seconds)
    }

    @Test(
        arguments: [
            (#"{"custom":"{\"i\":\"n\"}","google.ttl":60}"#, 60), (#"{"custom":"{\"i\":\"n\"}","hms.ttl":"60"}"#, 60),
            (#"{"custom":"{\"i\":\"n\"}","google.ttl":60,"hms.ttl":61}"#, 61),
            (#"{"wzrk_bp":"https://a.test/1","google.ttl":7}"#, 7),
            (#"{"message":{"token":"t","android":{"ttl":"60s"},"webpush":{"headers":{"TTL":"90"}}}}"#, 90),
            (#"{"audience":"all","device_types":"all","notification":{"ios":{"expiry":5}},"options":{"expiry":4}}"#, 5),
            (#"{"audience":"all","device_types":"all","notification":{"android":{"time_to_live":6}}}"#, 6),
            (
                #"{"audience":"all","device_types":"all","notification":{},"options":{"expiry":"2031-01-01T00:00:00"}}"#,
                nil
            ),
            (#"{"aps":{"alert":"x"},"os_data":{"i":"n"}}"#, nil), (#"{"ttl":60}"#, nil), ("{}", nil),
        ] as [(String, Int64?)])
    func `takes the longest of what is said for each system`(json: String, seconds: Int64?) throws {
        #expect(try read(json).timeToLive == seconds)
    }

    @Test func `knows nothing of a bare URL, and of others' restored notifications`() throws {
        #expect(Payload.url("https://a.test/1").timeToLive == nil)
        #expect(!Payload.url("https://a.test/1").isRestoring)
        #expect(try !read(#"{"restoring":true,"image":"https://a.test/1"}"#).isRestoring)
    }
}
