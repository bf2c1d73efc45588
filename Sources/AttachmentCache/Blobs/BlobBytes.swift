/// The bytes of a blob in memory of their own, which stay where they are until the last reference goes: what sends them
/// needs no copy.
///
/// `@safe` and `Sendable`: the memory is written by `init` alone and is only read from then on.
@safe package final class BlobBytes: Sendable {
    private nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

    /// A copy of an array.
    package init(_ bytes: [UInt8]) {
        unsafe memory = .allocate(byteCount: bytes.count, alignment: 1)
        unsafe memory.copyBytes(from: bytes)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// How many there are.
    package var count: Int { unsafe memory.count }

    /// Where they are, for as long as the object is referred to. Nobody may write there.
    @unsafe package var address: UnsafeMutableRawPointer? { unsafe memory.baseAddress }

    /// A copy of a part of them, cut where they end.
    package func copy(_ range: Range<Int>) -> [UInt8] {
        unsafe Array(memory[range.clamped(to: 0..<memory.count)])
    }
}
