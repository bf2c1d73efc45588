import Testing

@testable import MediaInspection

@Suite struct InspectorEndTests {
    @Test(arguments: [
        (0 as Int32, InspectorEnd.exited(0), "exited with status 0"), (0x4500, .exited(69), "exited with status 69"),
        (9, .signalled(9), "was ended by signal 9"), (0x8b, .signalled(11), "was ended by signal 11"),
    ])
    func `a status word is read as waitpid writes it`(status: Int32, end: InspectorEnd, text: String) {
        #expect(InspectorEnd(status: status) == end)
        #expect(end.description == text)
    }
}
