import Testing

@testable import Sandbox

@Suite struct ResourceLimitsTests {
    @Test(arguments: [
        ("Name:\tx\nVmData:\t    1824 kB\nVmStk:\t 132 kB\n", 1824 * 1024 as UInt64?), ("VmData: 0 kB", 0),
        ("VmData:\t1099511627775 kB\n", 1_099_511_627_775 * 1024), ("VmData:\t1099511627776 kB\n", nil),
        ("VmData:\t-1 kB\n", nil), ("VmData:\t1 MB\n", nil), ("VmData:\t1\n", nil), ("VmData: 1 kB more\n", nil),
        ("Name:\tVmData: 1 kB\n", nil), ("", nil),
    ])
    func `the memory in use is read from the process's status`(text: String, bytes: UInt64?) {
        #expect(ResourceLimits.usedMemory(inStatus: text.utf8) == bytes)
    }
}
