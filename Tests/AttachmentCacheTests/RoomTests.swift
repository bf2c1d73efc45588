import Testing

@testable import AttachmentCache

@Suite struct RoomLedgerTests {
    @Test(arguments: [(0, 0), (1, 4096), (4095, 4096), (4096, 4096), (4097, 8192), (-1, 0), (Int64.max, Int64.max)])
    func `counts whole blocks`(_ bytes: Int64, _ blocks: Int64) {
        #expect(RoomLedger.blocks(bytes) == blocks)
    }

    @Test func `promises up to the limit and not a byte more`() {
        var ledger = RoomLedger(limit: 100)
        ledger.setUsed(40)
        let steps: [(bytes: Int64, fits: Bool, reserved: Int64)] = [
            (59, true, 59), (2, false, 59), (.max, false, 59), (-1, false, 59), (1, true, 60), (1, false, 60),
        ]
        for step in steps {
            let fits = ledger.reserve(step.bytes)
            #expect(fits == step.fits)
            #expect(ledger.reserved == step.reserved)
        }
        #expect(ledger.occupied == 100)
        ledger.release(60)
        #expect(ledger.reserved == 0)
        ledger.release(.max)
        #expect(ledger.reserved == 0)
        ledger.setUsed(-5)
        #expect(ledger.used == 0)
    }

    @Test func `grows a reservation in blocks and gives it back once`() {
        let room = Room(limit: 16_384)
        do {
            let reservation = RoomReservation(in: room)
            #expect(reservation.cover(1))
            #expect(room.current.reserved == 4096)
            #expect(reservation.cover(4096))
            #expect(room.current.reserved == 4096)
            #expect(reservation.cover(4097))
            #expect(room.current.reserved == 8192)
            #expect(!reservation.cover(16_385))
            #expect(room.current.reserved == 8192)
            #expect(reservation.cover(16_384))
            reservation.giveBack()
            #expect(room.current.reserved == 0)
        }
        #expect(room.current.reserved == 0)
    }
}
