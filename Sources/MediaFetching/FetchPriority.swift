/// Who is served first when connections are short.
package enum FetchPriority: String, Sendable, CaseIterable {
    /// A notification waits for the media.
    case interactive
    /// Nobody waits, or nobody in a hurry.
    case batch
}
