/// The kinds of JSON values that a rule accepts.
struct KindSet: OptionSet, Sendable {
    let rawValue: UInt8

    static let object = KindSet(.object)
    static let array = KindSet(.array)
    static let string = KindSet(.string)
    static let number = KindSet(.number)
    static let flag: KindSet = [KindSet(.true), KindSet(.false)]
    static let any = KindSet(rawValue: .max)

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(_ kind: JSONTokens.Kind) {
        rawValue = 1 << kind.rawValue
    }

    /// Whether a kind is among them.
    func contains(_ kind: JSONTokens.Kind) -> Bool {
        contains(KindSet(kind))
    }
}
