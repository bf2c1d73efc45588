import Testing

@testable import NotificationContent

struct JSONDocumentsTests {
    private func documents(_ text: String) throws -> [String] {
        let bytes = Array(text.utf8)
        var documents = JSONDocuments(bytes)
        var result: [String] = []
        while let range = try documents.next() { result.append(String(decoding: bytes[range], as: UTF8.self)) }
        return result
    }

    @Test(
        arguments: [
            ("", []), (" \n\t\r", []), ("{}", ["{}"]), ("{\"a\":1}\n{\"b\":2}\n", ["{\"a\":1}", "{\"b\":2}"]),
            ("{\n \"a\": 1\n}\n\n[2]", ["{\n \"a\": 1\n}", "[2]"]), ("{}{}", ["{}", "{}"]), ("1 2", ["1", "2"]),
        ] as [(String, [String])])
    func `reads one document after the other`(input: String, expected: [String]) throws {
        #expect(try documents(input) == expected)
    }

    @Test func `ends with the first malformed document, its offset counted from the input's begin`() throws {
        var documents = JSONDocuments(Array("{} {\"a\" 1} {}".utf8))
        #expect(try documents.next() == 0..<2)
        let error = #expect(throws: MalformedJSON.self) { try documents.next() }
        #expect(error?.offset == 8)
        #expect(try documents.next() == nil)
    }
}
