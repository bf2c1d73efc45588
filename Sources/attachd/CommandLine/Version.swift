/// What this program is.
enum Version {
    /// The version, by semantic versioning.
    static let text = "0.1.0"
}
