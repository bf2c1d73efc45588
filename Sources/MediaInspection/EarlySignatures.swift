/// What a body's first bytes allow to be said of it.
package enum EarlyVerdict: Sendable, Equatable {
    /// Nothing yet: ask again with more of the body.
    case needsMore
    /// It may be supported media; only an inspection can tell.
    case plausible
    /// It is certainly none; the refusal names what it is.
    case refused(PolicyRefusal)
}

/// Compares a body's first bytes with a table of signatures, to end a hopeless transfer early. It only ever refuses.
///
/// A row is in the table only if no structure reader could prove a file that begins so.
package enum EarlySignatures {
    /// Bytes looked at; with these the verdict is final.
    package static let byteLimit = 512

    /// Judges the bytes received so far; `isWhole` says that the body ends with them.
    package static func verdict(on prefix: Span<UInt8>, isWhole: Bool = false) -> EarlyVerdict {
        let isFinal = isWhole || prefix.count >= byteLimit
        var isOpen = false
        for row in EarlySignature.table {
            switch row.match(prefix) {
            case .matches:
                return .refused(PolicyRefusal(.unsupportedType, "the body begins as \(row.name)"))
            case .undecided: isOpen = true
            case .differs: break
            }
        }
        switch EarlyText.name(of: prefix) {
        case .matches(let name):
            return .refused(PolicyRefusal(.unsupportedType, "the body begins as \(name)"))
        case .undecided: isOpen = true
        case .differs: break
        }
        return isOpen && !isFinal ? .needsMore : .plausible
    }
}
