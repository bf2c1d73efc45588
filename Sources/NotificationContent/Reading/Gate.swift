/// Whether a payload's media may be fetched: Apple starts the extension that attaches them only for some pushes.
package enum Gate: String, Sendable, CaseIterable {
    /// They may.
    case open
    /// `aps.mutable-content` is not 1.
    case notMutable
    /// No alert would be shown.
    case noAlert
}
