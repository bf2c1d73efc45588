/// A text that equals only the same bytes, where `String` would also equal another spelling of the same characters, which
/// is another URL.
struct ExactText: Hashable {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: ExactText, right: ExactText) -> Bool {
        left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Equal bytes make equal texts, and so equal hashes.
    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
