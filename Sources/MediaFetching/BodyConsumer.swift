/// Who takes a body's bytes as they come: writes, hashes and looks at them.
///
/// Called on the fetch loop's thread, in order, never at the same time for one fetch; must not block for long.
package protocol BodyConsumer: Sendable {
    /// A body begins whose length in bytes is declared; nil where nobody knows. Before its first bytes, and after `restart`.
    func expect(_ bytes: Int64?)
    /// Takes the next decoded bytes; a refusal ends the transfer.
    func consume(_ bytes: Span<UInt8>) -> BodyRefusal?
    /// Forgets everything consumed so far: the body begins again (a retry).
    func restart() -> BodyRefusal?
}

/// Why a consumer wants no more.
package struct BodyRefusal: Sendable, Equatable {
    /// `unsupportedType`, `storageFull` or `storageError`.
    package var reason: FetchFailure.Reason
    /// One sentence for a person.
    package var detail: String

    /// Makes a refusal.
    package init(_ reason: FetchFailure.Reason, _ detail: String) {
        self.reason = reason
        self.detail = detail
    }
}
