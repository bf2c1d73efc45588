import Testing

@testable import PreviewPage

struct Base64Tests {
    /// The examples of RFC 4648, section 10, and bytes that need the alphabet's end.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"), ("~~~", "fn5+"), ("???", "Pz8/"),
    ]) func `writes bytes as base 64`(text: String, expected: String) {
        #expect(String(decoding: Base64.text(Array(text.utf8)), as: UTF8.self) == expected)
    }
}
