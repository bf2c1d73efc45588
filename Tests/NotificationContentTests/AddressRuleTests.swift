import Testing

@testable import NotificationContent

/// Tokens and collapse identifiers that a request carries.
struct AddressRuleTests {
    private static let hex = String(repeating: "0aF9", count: 16)
    private static let fcm = "fid-_1:APA91b" + String(repeating: "x", count: 87)
    private static let shortHex = String(hex.dropLast())
    private static let shortFCM = String(fcm.dropLast())

    private func warnings(_ json: String) throws -> [ContentWarning] {
        try Payload.read(Array(json.utf8)).warnings.filter { $0.code == .badToken || $0.code == .collapseIDTooLong }
    }

    @Test(
        arguments: [
            (hex, true), (shortHex, false), (hex + "0", false), (shortHex + "g", false),
            (shortHex + " ", false), ("", false), (shortHex + "é", false),
        ] as [(String, Bool)])
    func `an APNs token has 64 hexadecimal digits`(token: String, isGood: Bool) {
        #expect(TokenForm.apns.fits(token) == isGood)
    }

    @Test(
        arguments: [
            (fcm, true), (shortFCM, false), (shortFCM + "+", false),
            (shortFCM + "é", false), (hex, false), (String(repeating: "a", count: 4_096), true),
            (String(repeating: "a", count: 4_097), false),
        ] as [(String, Bool)])
    func `an FCM token has 100 to 4,096 characters of its alphabet`(token: String, isGood: Bool) {
        #expect(TokenForm.fcm.fits(token) == isGood)
    }

    @Test(
        arguments: [
            ("ExponentPushToken[x]", true), ("ExpoPushToken[x-y]", true), ("ExponentPushToken[]", false),
            ("ExponentPushToken[x", false), ("ExponentPushToken", false),
            ("01234567-89ab-cdef-0123-456789ABCDEF", true),
            ("01234567-89ab-cdef-0123-456789ABCDE", false), ("01234567-89ab-cdef-0123-456789ABCDEg", false),
            ("", false),
        ] as [(String, Bool)])
    func `an Expo token is a name in brackets or a UUID`(token: String, isGood: Bool) {
        #expect(TokenForm.expo.fits(token) == isGood)
    }

    @Test(
        arguments: [
            (#"{"message":{"token":"\#(fcm)"}}"#, nil),
            (#"{"message":{"token":"\#(hex)"}}"#, "message.token: the token is"),
            (#"{"message":{"token":["\#(fcm)"],"topic":"t"}}"#, nil),
            (#"{"message":{"topic":"t","token":7}}"#, "message.token: the token is"),
            (
                #"{"contents":{"en":"x"},"include_ios_tokens":["\#(hex)","x","\#(hex)0"]}"#,
                "include_ios_tokens: 2 of 3 tokens are"
            ),
            (#"{"contents":{"en":"x"},"include_ios_tokens":["\#(hex)"],"include_android_reg_ids":["\#(fcm)"]}"#, nil),
            (#"{"contents":{"en":"x"},"include_android_reg_ids":["x"]}"#, "include_android_reg_ids: the token is"),
            (#"{"audience":{"device_token":"\#(hex)"},"notification":{"ios":{}}}"#, nil),
            (#"{"audience":{"device_token":"x"},"notification":{"ios":{}}}"#, "audience.device_token: the token is"),
            (#"{"to":"x","richContent":{}}"#, "to: the token is"),
            (#"{"to":["ExponentPushToken[a]"],"richContent":{}}"#, nil), (#"{"to":[],"richContent":{}}"#, nil),
            (#"{"token":"x","image":"https://a.test/1"}"#, nil),
        ] as [(String, String?)])
    func `are checked where a request has them, and never shown`(json: String, detail: String?) throws {
        let warnings = try warnings(json)
        #expect(warnings.map(\.code) == (detail == nil ? [] : [.badToken]))
        if let detail { #expect(warnings.first?.detail.hasPrefix(detail + " not ") == true) }
        #expect(warnings.allSatisfy { !$0.detail.contains(Self.hex) })
    }

    @Test(arguments: [(63, false), (64, false), (65, true)] as [(Int, Bool)])
    func `a collapse identifier has at most 64 bytes`(length: Int, isTooLong: Bool) throws {
        // Two bytes a letter, so that bytes are counted and not characters.
        let identifier = String(repeating: "é", count: length / 2) + (length.isMultiple(of: 2) ? "" : "x")
        for json in [
            #"{"message":{"topic":"t","apns":{"headers":{"apns-collapse-id":"\#(identifier)"}}}}"#,
            #"{"audience":"all","notification":{"ios":{"collapse_id":"\#(identifier)"}}}"#,
            #"{"contents":{"en":"x"},"collapse_id":"\#(identifier)"}"#,
            #"{"os_data":{"i":"1","collapse_id":"\#(identifier)"}}"#,
            #"{"custom":"{\"i\":\"1\"}","collapse_key":"\#(identifier)"}"#,
        ] {
            #expect(try warnings(json).map(\.code) == (isTooLong ? [.collapseIDTooLong] : []), "\(json)")
        }
    }
}
