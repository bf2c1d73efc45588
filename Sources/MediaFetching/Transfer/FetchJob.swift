/// One fetch on its way to the loop's thread.
struct FetchJob: Sendable {
    /// Tells fetches apart; never used twice.
    let id: UInt64
    let request: FetchRequest
    let consumer: any BodyConsumer
    /// Called once, on the loop's thread; must not block.
    let completion: @Sendable (Result<FetchAnswer, FetchFailure>) -> Void
}
