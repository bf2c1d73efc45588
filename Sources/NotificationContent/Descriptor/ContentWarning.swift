/// A remark on a payload or its media that makes nothing fail.
package struct ContentWarning: Sendable, Equatable, JSONValue {
    /// What it is about; the raw values are stable strings, and the list is closed (DESIGN section 4).
    package enum Code: String, Sendable, CaseIterable {
        case notMutable = "not-mutable"
        case noAlert = "no-alert"
        case noMedia = "no-media"
        case nearLimit = "near-limit"
        case typeMismatch = "type-mismatch"
        case trailingBytes = "trailing-bytes"
        case codecRarelySupported = "codec-rarely-supported"
        case policyDiffers = "policy-differs"
        case payloadNearLimit = "payload-near-limit"
        case payloadTooLarge = "payload-too-large"
        case dataTooLarge = "data-too-large"
        case collapseIDTooLong = "collapse-id-too-long"
        case badToken = "bad-token"
        case overAndroidLimit = "over-android-limit"
        case textReplaced = "text-replaced"
        case fallbackUsed = "fallback-used"
        case malformedAps = "malformed-aps"
    }

    /// The stable code.
    package let code: Code
    /// One sentence for a person, without secrets.
    package let detail: String

    /// Makes a warning.
    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// Writes `{code, detail}`.
    package func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("code", code.rawValue)
            $0.member("detail", detail)
        }
    }
}
