import MediaFetching
import Testing

@testable import AttachmentPipeline

@Suite struct FlightTableTests {
    private let key = FlightKey(url: "http://a.example/1", policy: "p")
    private let other = FlightKey(url: "http://a.example/2", policy: "p")

    @Test func `starts a flight for the first waiter and lets the next ones join`() {
        var table = FlightTable()
        let first = table.open()
        let second = table.open()
        guard case .start(let starter) = table.wait(first, for: key),
            case .join(let joiner) = table.wait(second, for: key),
            case .start = table.wait(second, for: other)
        else {
            Issue.record("a wait led to the wrong decision")
            return
        }
        #expect(table.flightCount == 2)
        #expect(
            table.land(key) == [
                FlightTable.Released(waiter: starter, joined: false),
                FlightTable.Released(waiter: joiner, joined: true),
            ])
        #expect(table.land(key).isEmpty)
        #expect(table.waiterCount == 1)
    }

    @Test func `keeps the same URL under two policies apart`() {
        var table = FlightTable()
        let request = table.open()
        guard case .start = table.wait(request, for: key),
            case .start = table.wait(request, for: FlightKey(url: key.url, policy: "q"))
        else {
            Issue.record("a flight was shared between policies")
            return
        }
    }

    @Test(arguments: [FlightTable.EndReason.deadline, .cancelled])
    func `ends a request's waits and leaves the flight and the others`(reason: FlightTable.EndReason) {
        var table = FlightTable()
        let leaving = table.open()
        let staying = table.open()
        guard case .start(let gone) = table.wait(leaving, for: key),
            case .join(let kept) = table.wait(staying, for: key)
        else {
            Issue.record("a wait led to the wrong decision")
            return
        }
        #expect(table.end(leaving, reason) == [gone])
        #expect(table.end(leaving, .cancelled).isEmpty)
        #expect(table.wait(leaving, for: other) == .ended(reason))
        #expect(table.waiterCount(of: key) == 1)
        #expect(table.land(key) == [FlightTable.Released(waiter: kept, joined: true)])
    }

    @Test func `flies on without waiters and is joined again`() {
        var table = FlightTable()
        let request = table.open()
        _ = table.wait(request, for: key)
        _ = table.end(request, .deadline)
        table.close(request)
        #expect(table.waiterCount(of: key) == 0)
        let later = table.open()
        guard case .join = table.wait(later, for: key) else {
            Issue.record("a second flight began")
            return
        }
    }

    @Test func `a flight is interactive while an interactive request waits for it`() {
        var table = FlightTable()
        let batch = table.open(.batch)
        let first = table.open(.interactive)
        let second = table.open(.interactive)
        let steps: [(step: (inout FlightTable) -> Void, shifts: [FetchPriority])] = [
            ({ _ = $0.wait(batch, for: key) }, []),
            ({ _ = $0.wait(first, for: key) }, [.interactive]),
            ({ _ = $0.wait(second, for: key) }, []),
            ({ _ = $0.end(first, .deadline) }, []),
            ({ _ = $0.end(second, .cancelled) }, [.batch]),
            ({ _ = $0.end(batch, .deadline) }, []),
            ({ _ = $0.wait($0.open(.batch), for: key) }, []),
            ({ _ = $0.wait($0.open(.interactive), for: key) }, [.interactive]),
            ({ _ = $0.land(key) }, []),
        ]
        for (index, (step, shifts)) in steps.enumerated() {
            step(&table)
            #expect(
                table.takeShifts() == shifts.map { FlightTable.Shift(key: key, priority: $0) }, "step \(index)")
        }
    }

    @Test(arguments: [FetchPriority.interactive, .batch])
    func `a flight that nobody waits for is batch`(priority: FetchPriority) {
        var table = FlightTable()
        let request = table.open(priority)
        _ = table.wait(request, for: key)
        _ = table.wait(request, for: key)
        _ = table.wait(request, for: other)
        #expect(table.takeShifts().isEmpty)
        _ = table.end(request, .deadline)
        let shifts = table.takeShifts()
        #expect(Set(shifts.map(\.key)) == (priority == .batch ? [] : [key, other]))
        #expect(shifts.count == (priority == .batch ? 0 : 2))
        #expect(shifts.allSatisfy { $0.priority == .batch })
        #expect(table.takeShifts().isEmpty)
    }

    @Test func `holds nothing once requests are closed and flights have landed`() {
        var table = FlightTable()
        for _ in 0..<100 {
            let request = table.open()
            _ = table.wait(request, for: key)
            _ = table.wait(request, for: other)
            table.close(request)
        }
        #expect(table.land(key).isEmpty)
        #expect(table.land(other).isEmpty)
        #expect(table.flightCount == 0)
        #expect(table.waiterCount == 0)
        #expect(table.requestCount == 0)
    }
}
