import Testing

@testable import Telemetry

@Suite struct JournalStreamTests {
    @Test(arguments: [
        ("9:4711", true), ("9:4712", false), ("8:4711", false), ("", false), ("9", false), ("9:", false),
        ("9:4711:", false), ("9:4711:1", false), ("-9:4711", false), ("99999999999999999999:4711", false),
    ])
    func `knows the journal by its device and number`(value: String, isJournal: Bool) {
        #expect(JournalStream.names(value, device: 9, inode: 4711) == isJournal)
    }

    @Test func `takes standard error for something else without the variable`() {
        #expect(!JournalStream.isStandardError(nil))
        #expect(!JournalStream.isStandardError("0:0"))
    }
}
