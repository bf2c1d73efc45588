package import MediaTypes

/// What an inspection found.
package enum InspectionResult: Sendable, Equatable {
    /// Whole, sound media, and libmagic's name of them.
    case inspected(InspectedMedia, sniffedType: String)
    /// No sound, supported media; or `inspectionFailed`, when two inspectors could not say.
    case refused(MediaRefusal)
    /// The asking task was cancelled; the file may still be in an inspector's hands for a moment.
    case cancelled
}
