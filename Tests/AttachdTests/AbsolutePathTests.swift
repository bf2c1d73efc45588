import Testing

@testable import attachd

@Suite struct AbsolutePathTests {
    @Test func `leaves an absolute path as it is, and begins any other at the working directory`() throws {
        #expect(AbsolutePath.of("/run/../a") == "/run/../a")
        let path = try #require(AbsolutePath.of("a/b"))
        #expect(path.hasPrefix("/") && path.hasSuffix("/a/b"))
    }
}
