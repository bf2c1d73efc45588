import HTTPService
import Testing

@Suite struct AdmissionTests {
    @Test func `admits up to its number of requests and again when one has ended`() {
        var admission = Admission(limits: .init(requests: 2, bytes: 100))
        #expect(admission.begin(bytes: 1) == .admitted)
        #expect(!admission.isFull)
        #expect(admission.begin(bytes: 1) == .admitted)
        #expect(admission.isFull)
        #expect(admission.begin(bytes: 0) == .shed(retryAfter: 1))
        admission.finish(bytes: 1)
        #expect(admission.begin(bytes: 1) == .admitted)
    }

    @Test(arguments: [(59, true), (60, true), (61, false), (Int64.max, false)])
    func `admits up to its number of bytes`(size: Int64, fits: Bool) {
        var admission = Admission(limits: .init(requests: 10, bytes: 100))
        #expect(admission.begin(bytes: 40) == .admitted)
        #expect((admission.begin(bytes: size) == .admitted) == fits)
        #expect(admission.bytes == (fits ? 40 + size : 40))
    }

    @Test func `admits a request larger than the limit when it is alone`() {
        var admission = Admission(limits: .init(requests: 10, bytes: 100))
        #expect(admission.begin(bytes: 1_000) == .admitted)
        #expect(admission.isFull)
        #expect(admission.begin(bytes: 1) != .admitted)
        admission.finish(bytes: 1_000)
        #expect(admission.begin(bytes: 1) == .admitted)
    }

    @Test func `asks for more patience the longer it sheds, up to four times`() {
        var admission = Admission(limits: .init(requests: 2, bytes: 100, retryAfter: 3))
        _ = admission.begin(bytes: 0)
        _ = admission.begin(bytes: 0)
        let seconds = (0..<10).map { _ in admission.begin(bytes: 0) }
        #expect(seconds.first == .shed(retryAfter: 3))
        #expect(seconds.last == .shed(retryAfter: 12))
    }

    @Test func `never counts below zero`() {
        var admission = Admission()
        admission.finish(bytes: 5)
        #expect(admission.requests == 0)
        #expect(admission.bytes == 0)
        #expect(admission.begin(bytes: -5) == .admitted)
        #expect(admission.bytes == 0)
    }
}
