import Testing

@testable import Telemetry

@Suite struct CivilDateTests {
    @Test(
        arguments: [
            (0, 1970, 1, 1), (-1, 1969, 12, 31), (11_016, 2000, 2, 29), (11_017, 2000, 3, 1), (-719_468, 0, 3, 1),
            (47_540, 2100, 2, 28), (47_541, 2100, 3, 1), (2_932_896, 9999, 12, 31),
        ] as [(Int64, Int64, Int64, Int64)])
    func `turns day numbers into dates and back`(day: Int64, year: Int64, month: Int64, dayOfMonth: Int64) {
        let date = CivilDate(daysSinceEpoch: day)
        #expect(date == CivilDate(year: year, month: month, day: dayOfMonth))
        #expect(date.daysSinceEpoch == day)
    }

    @Test func `agrees with itself on every day of eight centuries`() {
        for day in Int64(-150_000)...150_000 {
            let date = CivilDate(daysSinceEpoch: day)
            guard date.daysSinceEpoch == day, (1...12).contains(date.month), (1...31).contains(date.day) else {
                Issue.record("day \(day) became \(date)")
                return
            }
        }
    }
}
