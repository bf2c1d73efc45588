import Testing

@testable import HTTPService

@Suite struct RecentTableTests {
    @Test func `finds what was put, in place of the old one`() {
        var table = RecentTable<String, Int>(capacity: 4, cost: 1_600)
        table.put(1, for: "a", cost: 10)
        table.put(2, for: "a", cost: 30)
        #expect(table.find("a") == 2)
        #expect(table.find("b") == nil)
        #expect(table.cost == 30)
        #expect(table.count == 1)
    }

    @Test(arguments: [1, 2, 3, 7]) func `lets the oldest go beyond its capacity`(capacity: Int) {
        var table = RecentTable<Int, Int>(capacity: capacity, cost: 1_600)
        for number in 0..<100 {
            table.put(number, for: number, cost: 1)
            #expect(table.count == min(number + 1, capacity))
            #expect(table.find(number) == number)
        }
        #expect(table.find(99 - capacity) == nil)
        #expect(table.find(100 - capacity) == 100 - capacity)
        #expect(table.cost == capacity)
    }

    @Test func `lets the oldest go beyond its cost`() {
        var table = RecentTable<Int, Int>(capacity: 1_000, cost: 160)
        for number in 0..<100 { table.put(number, for: number, cost: 10) }
        #expect(table.count == 16)
        #expect(table.cost == 160)
        #expect(table.find(83) == nil)
        #expect(table.find(84) == 84)
    }

    @Test(arguments: [(10, true), (11, false), (-1, false)])
    func `keeps nothing that would drive many out`(cost: Int, isKept: Bool) {
        var table = RecentTable<Int, Int>(capacity: 4, cost: 160)
        table.put(1, for: 1, cost: cost)
        #expect((table.find(1) != nil) == isKept)
    }

    @Test func `knows a key that came before`() {
        var table = RecentTable<String, Int>(capacity: 4, cost: 160)
        let first = table.note("a")
        let second = table.note("a")
        #expect(!first)
        #expect(second)
        #expect(table.find("a") == nil)
    }

    @Test func `tells requests apart by every byte of the body and by the query`() throws {
        let body = Array("{\"a\":1,\"bcdefgh\":2}".utf8)
        let key = try #require(RenderedAnswers.Key(body, []))
        #expect(RenderedAnswers.Key(body, []) == key)
        for index in body.indices {
            var other = body
            other[index] ^= 1
            #expect(RenderedAnswers.Key(other, []) != key)
        }
        #expect(RenderedAnswers.Key(body, [RequestTarget.QueryItem(name: "view", value: "payload")]) != key)
        #expect(RenderedAnswers.Key(Array(body.dropLast()), []) != key)
    }

    @Test(arguments: [(16_384, true), (16_385, false)])
    func `makes no key of a long body`(count: Int, isKey: Bool) {
        #expect((RenderedAnswers.Key([UInt8](repeating: 0x20, count: count), []) != nil) == isKey)
    }
}
