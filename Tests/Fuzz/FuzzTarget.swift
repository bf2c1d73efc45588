/// One thing to fuzz: what is called with each input, and the inputs to begin with.
struct FuzzTarget: Sendable {
    /// The name on the command line.
    let name: String
    /// One line for a person.
    let summary: String
    /// The largest input in bytes.
    let longestInput: Int
    /// Inputs that the code accepts, or nearly: made by the project's own builders and from its own media.
    let seeds: @Sendable () -> [[UInt8]]
    /// Runs the code over an input, and asserts what must hold whatever the input is.
    let check: @Sendable ([UInt8]) -> Void

    init(
        _ name: String, _ summary: String, longest: Int = 4096, seeds: @escaping @Sendable () -> [[UInt8]],
        check: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.name = name
        self.summary = summary
        longestInput = longest
        self.seeds = seeds
        self.check = check
    }

    /// All of them.
    static let all =
        MediaTargets.all + InspectorTargets.all + PayloadTargets.all + FetchTargets.all + HTTPTargets.all
        + CacheTargets.all
}
