import Testing

@testable import MediaStructure

@Suite struct StartCodeTests {
    @Test(
        arguments: [
            ([0, 0, 1], 0), ([0, 0, 0, 1], 1), ([1, 0, 0, 1], 1), ([5, 5, 0, 0, 1], 2), ([5, 0, 0, 1], 1),
            ([0, 1, 0, 0, 1], 2),
            ([0, 0, 2, 0, 0, 1], 3), ([0, 0, 5, 1, 0, 0, 0, 0, 1], 6), ([1, 1, 1, 0, 0, 1], 3), ([], nil),
            ([0, 0], nil),
            ([0, 0, 2, 1, 0, 1, 0, 0], nil), ([1], nil),
        ] as [([UInt8], Int?)])
    func `the first prefix is found`(_ bytes: [UInt8], _ expected: Int?) {
        #expect(StartCode.nextPrefix(bytes, in: 0..<bytes.count) == expected)
    }

    @Test func `the search agrees with looking at every byte`() {
        // All words of nine bytes out of 0, 1 and 2.
        for word in 0..<19_683 {
            let bytes = (0..<9).reduce(into: (rest: word, bytes: [UInt8]())) { state, _ in
                state.bytes.append(UInt8(state.rest % 3))
                state.rest /= 3
            }.bytes
            let plain = (0..<7).first { bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1 }
            guard StartCode.nextPrefix(bytes, in: 0..<9) != plain else { continue }
            Issue.record("\(bytes)")
        }
    }

    @Test func `a prefix lies whole in the range`() {
        let bytes: [UInt8] = [0, 0, 1, 0, 0, 1]
        #expect(StartCode.nextPrefix(bytes, in: 1..<5) == nil)
        #expect(StartCode.nextPrefix(bytes, in: 1..<6) == 3)
        #expect(StartCode.at(0, bytes) == 0)
        #expect(StartCode.at(3, bytes) == nil)
    }
}
