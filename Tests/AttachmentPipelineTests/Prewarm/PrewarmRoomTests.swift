import Testing

@testable import AttachmentPipeline

struct PrewarmRoomTests {
    @Test(arguments: [
        (connections: 0, lists: 1, running: 1, inFlight: 6), (1, 1, 1, 6), (64, 1, 1, 132), (64, 4, 1, 36),
        (64, 4, 4, 36), (64, 4, 5, 29), (64, 4, 16, 12), (127, 1, 1, 258), (128, 1, 1, 260), (129, 1, 1, 261),
        (256, 4, 8, 52), (10_000, 1, 1, 10_132), (10_001, 1, 1, 10_132), (64, 4, 100_000, 4),
    ])
    func `shares the flights of one origin among the lists there are`(
        connections: Int, lists: Int, running: Int, inFlight: Int
    ) {
        let room = PrewarmRoom(connectionsPerOrigin: connections, connections: connections, lists: lists)
        for _ in 0..<running { room.enter() }
        #expect(room.limits.inFlightPerOrigin == inFlight)
        #expect(room.limits.inFlight == inFlight)
    }

    @Test func `gives back the share of a list that has ended`() {
        let room = PrewarmRoom(connectionsPerOrigin: 6, connections: 256)
        let alone = room.limits
        room.enter()
        room.enter()
        #expect(room.limits.inFlight == 192)
        room.leave()
        #expect(room.limits == alone)
    }

    @Test(arguments: 1...40) func `keeps the flights of all lists within bounds`(running: Int) {
        let room = PrewarmRoom(connectionsPerOrigin: 6, connections: 256, lists: 4)
        for _ in 0..<running { room.enter() }
        #expect(room.limits.inFlight * running <= 384)
    }

    @Test func `leaves limits of a list's own alone`() {
        var limits = PrewarmLimits()
        limits.inFlight = 8_000
        let room = PrewarmRoom(eachList: limits)
        room.enter()
        room.enter()
        #expect(room.limits == limits)
    }
}
