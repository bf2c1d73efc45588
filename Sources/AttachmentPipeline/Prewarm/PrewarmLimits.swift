/// How much of a list is worked on at a time.
package struct PrewarmLimits: Sendable, Equatable {
    /// URLs of one origin being fetched at a time; the others of its list let other origins pass.
    package var inFlightPerOrigin = 16
    /// URLs being fetched at a time.
    package var inFlight = 512
    /// Lines read and not answered yet, beyond which no more are read.
    package var outstanding = 16_384
    /// Bytes of their URLs, beyond which no more are read.
    package var outstandingBytes = 8 << 20
    /// Distinct URLs whose verdict is repeated for later lines.
    package var recent = 65_536
    /// Flights of an origin in a row that bring no answer, after which its lines fail without being tried.
    package var failuresInRow = 5
    /// For how long they do then, at first; doubles with each failed probe.
    package var firstPause: Duration = .seconds(1)
    /// The longest such pause.
    package var longestPause: Duration = .seconds(60)

    /// The defaults.
    package init() {}
}
