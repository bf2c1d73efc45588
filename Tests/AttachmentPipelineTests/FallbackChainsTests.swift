import NotificationContent
import Testing

@testable import AttachmentPipeline

@Suite struct FallbackChainsTests {
    @Test(arguments: [
        ("", []), ("p", [0..<1]), ("pp", [0..<1, 1..<2]), ("pf", [0..<2]), ("pffp", [0..<3, 3..<4]), ("f", [0..<1]),
        ("ffp", [0..<2, 2..<3]),
    ])
    func `a fallback belongs to the reference before it`(roles: String, chains: [Range<Int>]) {
        let references = roles.map { MediaReference(identifier: "", source: "", role: $0 == "f" ? .fallback : nil) }
        #expect(FallbackChains.of(references) == chains)
    }
}
