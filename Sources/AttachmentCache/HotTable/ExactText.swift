/// A text that equals only the same bytes, where `String` would also equal another spelling of the same characters, which
/// is another URL.
struct ExactText: Hashable {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: ExactText, right: ExactText) -> Bool {
        let (left, right) = (left.text.utf8, right.text.utf8)
        guard left.count == right.count else { return false }
        let (one, other) = (left.span, right.span)
        var difference: UInt8 = 0
        // Without a way out in between, so that the compiler can compare many bytes at once.
        for index in one.indices { difference |= one[index] ^ other[index] }
        return difference == 0
    }

    /// Equal bytes make equal texts, and so equal hashes.
    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
