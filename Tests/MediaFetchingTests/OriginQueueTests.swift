import Fixtures
import Testing

@testable import MediaFetching

struct OriginQueueTests {
    static func origin(_ name: String) -> Origin {
        Origin(scheme: .https, host: name, port: 443)
    }

    static let a = origin("a"), b = origin("b"), c = origin("c")

    static func started(_ queue: inout OriginQueue) -> [UInt64] {
        var ids: [UInt64] = []
        while let id = queue.next() { ids.append(id) }
        return ids
    }

    @Test func `within an origin the first comes first`() {
        var queue = OriginQueue(maxPerOrigin: 2, maxTotal: 10)
        for id in 1...4 as ClosedRange<UInt64> { queue.add(id, OriginQueueTests.a) }
        #expect(OriginQueueTests.started(&queue) == [1, 2])
        queue.finished(OriginQueueTests.a)
        #expect(OriginQueueTests.started(&queue) == [3])
        queue.finished(OriginQueueTests.a)
        queue.finished(OriginQueueTests.a)
        #expect(OriginQueueTests.started(&queue) == [4])
        #expect(queue.connections == 1)
    }

    @Test func `origins take turns`() {
        var queue = OriginQueue(maxPerOrigin: 6, maxTotal: 4)
        for id in 1...4 as ClosedRange<UInt64> { queue.add(id, OriginQueueTests.a) }
        for id in 11...14 as ClosedRange<UInt64> { queue.add(id, OriginQueueTests.b) }
        queue.add(21, OriginQueueTests.c)
        #expect(OriginQueueTests.started(&queue) == [1, 11, 21, 2])
        queue.finished(OriginQueueTests.a)
        #expect(OriginQueueTests.started(&queue) == [12])
        queue.finished(OriginQueueTests.b)
        #expect(OriginQueueTests.started(&queue) == [3])
    }

    @Test func `scheme and port tell origins apart`() {
        var queue = OriginQueue(maxPerOrigin: 1, maxTotal: 10)
        queue.add(1, OriginQueueTests.a)
        queue.add(2, Origin(scheme: .http, host: "a", port: 443))
        queue.add(3, Origin(scheme: .https, host: "a", port: 444))
        queue.add(4, OriginQueueTests.a)
        #expect(OriginQueueTests.started(&queue) == [1, 2, 3])
    }

    @Test func `who is withdrawn does not start`() {
        var queue = OriginQueue(maxPerOrigin: 1, maxTotal: 10)
        for id in 1...200 as ClosedRange<UInt64> { queue.add(id, OriginQueueTests.a) }
        #expect(OriginQueueTests.started(&queue) == [1])
        for id in 2...199 as ClosedRange<UInt64> where id != 100 { queue.withdraw(id) }
        queue.finished(OriginQueueTests.a)
        #expect(OriginQueueTests.started(&queue) == [100])
        queue.finished(OriginQueueTests.a)
        #expect(OriginQueueTests.started(&queue) == [200])
        queue.finished(OriginQueueTests.a)
        queue.add(201, OriginQueueTests.a)
        queue.withdraw(201)
        #expect(OriginQueueTests.started(&queue).isEmpty)
        #expect(queue.connections == 0)
    }

    @Test func `a connection of an HTTP/2 origin carries a hundred`() {
        var queue = OriginQueue(maxPerOrigin: 2, maxTotal: 3)
        for id in 1...500 as ClosedRange<UInt64> { queue.add(id, OriginQueueTests.a) }
        #expect(OriginQueueTests.started(&queue).count == 2)
        queue.learn(OriginQueueTests.a, isMultiplexed: true)
        #expect(queue.connections == 1)
        #expect(OriginQueueTests.started(&queue).count == 198)
        #expect(queue.connections == 2)
        queue.add(1000, OriginQueueTests.b)
        queue.add(1001, OriginQueueTests.b)
        #expect(OriginQueueTests.started(&queue) == [1000])
        queue.learn(OriginQueueTests.a, isMultiplexed: false)
        for _ in 0..<200 { queue.finished(OriginQueueTests.a) }
        #expect(queue.connections == 1)
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `whatever happens, the limits hold and nobody is lost`(_ seed: UInt64)
    {
        var random = SeededGenerator(seed: seed)
        var queue = OriginQueue(maxPerOrigin: 3, maxTotal: 7)
        let origins = (0..<5).map { OriginQueueTests.origin("o\($0)") }
        var waiting: [UInt64: Origin] = [:]
        var running: [UInt64: Origin] = [:]
        var last: UInt64 = 0
        for step in 0..<5000 {
            switch random.next() % 4 {
            case 0, 1:
                guard step < 4000 else { break }
                last += 1
                waiting[last] = origins[Int(random.next() % 5)]
                queue.add(
                    last, waiting[last] ?? OriginQueueTests.a, random.next() % 2 == 0 ? .interactive : .batch)
            case 2:
                if let (id, origin) = running.min(by: { $0.key < $1.key }) {
                    running[id] = nil
                    queue.finished(origin)
                }
            default:
                if let id = waiting.keys.max() {
                    queue.move(id, to: random.next() % 2 == 0 ? .interactive : .batch)
                }
                if random.next() % 4 == 0, let id = waiting.keys.min() {
                    waiting[id] = nil
                    queue.withdraw(id)
                }
            }
            for id in OriginQueueTests.started(&queue) {
                running[id] = waiting.removeValue(forKey: id)
                #expect(running[id] != nil, "seed \(seed)")
            }
            #expect(running.count == queue.connections)
            #expect(running.count <= 7)
            for origin in origins { #expect(running.values.count { $0 == origin } <= 3) }
        }
        while let (id, origin) = running.first {
            running[id] = nil
            queue.finished(origin)
            for id in OriginQueueTests.started(&queue) { running[id] = waiting.removeValue(forKey: id) }
        }
        #expect(waiting.isEmpty)
        #expect(queue.waitingAsBatch == 0)
    }
}
