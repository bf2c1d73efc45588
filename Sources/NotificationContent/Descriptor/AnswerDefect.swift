/// Why a daemon's answer cannot be read back: one sentence without a full stop.
package struct AnswerDefect: Error, Sendable, Equatable {
    /// What is wrong with it.
    package let detail: String

    init(_ detail: String) {
        self.detail = detail
    }
}
