import Glibc
import Telemetry

/// Holds the calling thread in the kernel until somebody lets it go: what a handler must not do.
final class BlockedThread: Sendable {
    private let reading: DescriptorHandle
    private let writing: DescriptorHandle

    init() {
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        reading = DescriptorHandle(owning: ends[0])
        writing = DescriptorHandle(owning: ends[1])
    }

    func wait() {
        var byte: UInt8 = 0
        _ = unsafe read(reading.number, &byte, 1)
    }

    func release() {
        var byte: UInt8 = 0
        _ = unsafe write(writing.number, &byte, 1)
    }
}
