import Testing

@testable import MediaFetching

@Suite struct HopPhasesTests {
    private static let secure = HopPhases.Stamps(
        nameLookup: 1000, connect: 3000, appConnect: 10_000, preTransfer: 10_100, startTransfer: 60_100,
        newConnections: 1)

    private static func changed(_ change: (inout HopPhases.Stamps) -> Void) -> HopPhases.Stamps {
        var stamps = secure
        change(&stamps)
        return stamps
    }

    static let cases: [(HopPhases.Stamps, [Int64?])] = [
        (secure, [1000, 2000, 7000, 50_000]),
        (changed { $0.appConnect = 0 }, [1000, 2000, nil, 50_000]),
        (changed { $0.newConnections = 0 }, [nil, nil, nil, 50_000]),
        (changed { $0.startTransfer = 0 }, [1000, 2000, 7000, nil]),
        (HopPhases.Stamps(nameLookup: 1000, newConnections: 1), [1000, nil, nil, nil]),
        (HopPhases.Stamps(newConnections: 1), [nil, nil, nil, nil]),
        (HopPhases.Stamps(nameLookup: 5, connect: 4, newConnections: 1), [5, 0, nil, nil]),
        (HopPhases.Stamps(nameLookup: .min, connect: .max, newConnections: 1), [nil, 0, nil, nil]),
    ]

    @Test(arguments: cases)
    func `takes time stamps apart`(stamps: HopPhases.Stamps, microseconds: [Int64?]) {
        let phases = HopPhases(stamps)
        #expect(
            [phases.nameLookup, phases.connect, phases.tls, phases.firstByte]
                == microseconds.map { $0.map { .microseconds($0) } })
    }
}
