import Testing

@testable import MediaFetching

struct ReceiveBufferTests {
    @Test(arguments: [
        (0, false, 32_768), (63, false, 32_768), (64, false, 16_384), (65, false, 16_384), (0, true, 16_384),
    ])
    func `gives large buffers to the first plain transfers alone`(running: Int, isTLS: Bool, expected: Int) {
        #expect(ReceiveBuffer.size(running: running, isTLS: isTLS) == expected)
    }

    @Test func `keeps 256 transfers within 5 MiB`() {
        let bytes = (0..<256).reduce(0) { $0 + ReceiveBuffer.size(running: $1, isTLS: false) }
        #expect(bytes <= 5 << 20)
    }
}
