import Testing

@testable import NotificationContent

struct IdentifiersTests {
    @Test(arguments: [
        (["a", "b"], ["a", "b"]), ([""], ["attachment-1"]), (["", ""], ["attachment-1", "attachment-2"]),
        (["x", "", "y", ""], ["x", "attachment-1", "y", "attachment-2"]), (["a", "a", "a"], ["a", "a-2", "a-3"]),
        (["a-2", "a", "a"], ["a-2", "a", "a-3"]), (["a", "a", "a-2"], ["a", "a-2", "a-2-2"]),
        (["attachment-1", ""], ["attachment-1", "attachment-1-2"]), ([" ", " "], [" ", " -2"]),
    ])
    func `makes identifiers unique`(given: [String], expected: [String]) {
        var identifiers = Identifiers()
        #expect(given.map { identifiers.unique($0) } == expected)
    }

    @Test func `numbers very many equal ones`() {
        var identifiers = Identifiers()
        for _ in 1..<20_000 { _ = identifiers.unique("a") }
        #expect(identifiers.unique("a") == "a-20000")
    }
}
