/// Why media are not allowed although their bytes may be sound.
package struct PolicyRefusal: Error, Sendable, Equatable {
    /// The rule that was broken; the raw values are those of DESIGN section 4.
    package enum Reason: String, Sendable, CaseIterable {
        case unsupportedType = "unsupported-type"
        case tooLarge = "too-large"
        case tooLong = "too-long"
        case tooManyPixels = "too-many-pixels"
        case corrupt
    }

    /// The rule that was broken.
    package let reason: Reason
    /// One sentence for a person that names the value and the limit.
    package let detail: String

    /// Makes a refusal.
    package init(_ reason: Reason, _ detail: String) {
        self.reason = reason
        self.detail = detail
    }
}
