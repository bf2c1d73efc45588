import Testing

@testable import AttachmentPipeline

struct LandingCountTests {
    @Test(arguments: [(254, false), (255, true), (256, true), (100_000, true)])
    func `is quiet when many have landed, and the last of them`(before: Int, isQuiet: Bool) {
        var count = LandingCount()
        for _ in 0..<before {
            let early = count.add(isLast: false)
            #expect(!early)
        }
        let last = count.add(isLast: true)
        #expect(last == isQuiet)
    }

    @Test func `begins to count anew each time`() {
        var count = LandingCount()
        let told = (1...1_024).filter { _ in count.add(isLast: true) }
        #expect(told == [256, 512, 768, 1_024])
    }
}
