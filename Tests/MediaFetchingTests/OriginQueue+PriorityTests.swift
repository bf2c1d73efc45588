import Testing

@testable import MediaFetching

/// Who starts in which order, one at a time, after transfers have come, moved and gone.
struct OriginQueuePriorityTests {
    enum Step: Sendable {
        case add(UInt64, Origin, FetchPriority)
        case move(UInt64, FetchPriority)
        case withdraw(UInt64)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        let order: [UInt64]
    }

    static let a = OriginQueueTests.a, b = OriginQueueTests.b

    static let cases = [
        Case(
            testDescription: "interactive before batch, whenever it came",
            steps: [
                .add(1, a, .batch), .add(2, a, .batch), .add(3, a, .interactive), .add(4, b, .batch),
                .add(5, b, .interactive),
            ],
            order: [3, 5, 1, 4, 2]),
        Case(
            testDescription: "origins take turns within each priority",
            steps: [
                .add(1, a, .batch), .add(2, a, .batch), .add(3, b, .batch), .add(4, a, .interactive),
                .add(5, a, .interactive), .add(6, b, .interactive),
            ],
            order: [4, 6, 5, 1, 3, 2]),
        Case(
            testDescription: "a raised one goes behind those who were interactive before",
            steps: [
                .add(1, a, .batch), .add(2, a, .batch), .add(3, a, .interactive), .move(2, .interactive),
                .add(4, a, .interactive),
            ],
            order: [3, 2, 4, 1]),
        Case(
            testDescription: "a lowered one goes behind those who were batch before",
            steps: [.add(1, a, .interactive), .add(2, a, .batch), .add(3, a, .interactive), .move(1, .batch)],
            order: [3, 2, 1]),
        Case(
            testDescription: "one that is moved to and fro starts once, from its last place",
            steps: [
                .add(1, a, .batch), .add(2, a, .batch), .move(1, .interactive), .move(1, .batch),
                .move(1, .interactive),
                .move(1, .batch), .add(3, a, .batch),
            ],
            order: [2, 1, 3]),
        Case(
            testDescription: "a move to the priority that it has keeps its place",
            steps: [.add(1, a, .batch), .add(2, a, .batch), .move(1, .batch)],
            order: [1, 2]),
        Case(
            testDescription: "who does not wait is neither moved nor withdrawn",
            steps: [.move(9, .interactive), .withdraw(9), .add(1, a, .batch), .withdraw(1), .move(1, .interactive)],
            order: []),
        Case(
            testDescription: "a moved one can be withdrawn",
            steps: [.add(1, a, .batch), .add(2, a, .batch), .move(1, .interactive), .withdraw(1)],
            order: [2]),
    ]

    @Test(arguments: cases) func `starts in order`(_ `case`: Case) {
        var queue = OriginQueue(maxPerOrigin: 1, maxTotal: 1)
        var origins: [UInt64: Origin] = [:]
        for step in `case`.steps {
            switch step {
            case .add(let id, let origin, let priority):
                origins[id] = origin
                queue.add(id, origin, priority)
            case .move(let id, let priority): queue.move(id, to: priority)
            case .withdraw(let id): queue.withdraw(id)
            }
        }
        var order: [UInt64] = []
        while let id = queue.next(), let origin = origins[id] {
            order.append(id)
            #expect(queue.next() == nil)
            queue.finished(origin)
        }
        #expect(order == `case`.order)
        #expect(queue.connections == 0)
        #expect(queue.waitingAsBatch == 0)
    }

    @Test func `interactive ones that their origin holds back hold back no batch of others`() {
        var queue = OriginQueue(maxPerOrigin: 1, maxTotal: 2)
        queue.add(1, Self.a, .interactive)
        queue.add(2, Self.a, .interactive)
        queue.add(3, Self.b, .batch)
        #expect(OriginQueueTests.started(&queue) == [1, 3])
    }

    @Test func `ten thousand moves of a few leave no more than those few behind`() {
        var queue = OriginQueue(maxPerOrigin: 1, maxTotal: 1)
        for id in 1...3 as ClosedRange<UInt64> { queue.add(id, Self.a, .batch) }
        for round in 0..<10_000 {
            for id in 1...2 as ClosedRange<UInt64> { queue.move(id, to: round % 2 == 0 ? .interactive : .batch) }
        }
        #expect(queue.waitingAsBatch == 3)
        var order: [UInt64] = []
        while let id = queue.next() {
            order.append(id)
            queue.finished(Self.a)
        }
        #expect(order == [3, 1, 2])
    }
}
