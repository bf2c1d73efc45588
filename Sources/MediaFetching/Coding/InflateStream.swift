import CZlib

/// A zlib decompressor: the only file that touches `z_stream`.
///
/// `@safe`: the structure is allocated in `init`, since zlib keeps its address, freed in `deinit`, and never leaves.
@safe final class InflateStream {
    /// The form of the stream, by zlib's window bits (inflateInit2(3)).
    enum Form: Int32, Sendable {
        /// RFC 1952.
        case gzip = 31
        /// RFC 1950.
        case zlib = 15
        /// RFC 1951 without a wrapper: what some servers take for `deflate`.
        case raw = -15
    }

    /// What one call came to.
    struct Step: Equatable {
        /// Bytes of the input taken.
        var consumed: Int
        /// Bytes of output at the start of the buffer.
        var produced: Int
        /// Whether the stream has ended, its checksum included.
        var isAtEnd: Bool
    }

    /// The stream is broken, or there is no memory for it.
    struct Fault: Error, Equatable {}

    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableBufferPointer<UInt8>

    /// The most bytes that one call gives: a small input must not become a large piece of memory.
    static let outputBytes = 16_384

    /// A decompressor at the start of a stream.
    init(_ form: Form) throws(Fault) {
        unsafe stream = .allocate(capacity: 1)
        unsafe output = .allocate(capacity: InflateStream.outputBytes)
        unsafe stream.initialize(to: z_stream())
        unsafe output.initialize(repeating: 0)
        guard unsafe czlib_inflate_init(stream, form.rawValue) == Z_OK else { throw Fault() }
    }

    deinit {
        _ = unsafe inflateEnd(stream)
        unsafe stream.deallocate()
        unsafe output.deallocate()
    }

    /// Goes back to the start of a stream.
    func reset() throws(Fault) {
        guard unsafe inflateReset(stream) == Z_OK else { throw Fault() }
    }

    /// Decompresses `input` from `start` on, for as long as one buffer takes, and hands the output to `body` (inflate(3)).
    func step(
        _ input: Span<UInt8>, from start: Int, _ body: (Span<UInt8>) -> Void
    ) throws(Fault) -> Step {
        let available = UInt32(clamping: input.count - start)
        let code = unsafe input.withUnsafeBufferPointer { bytes -> Int32 in
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.advanced(by: start))
            unsafe stream.pointee.avail_in = available
            unsafe stream.pointee.next_out = output.baseAddress
            unsafe stream.pointee.avail_out = UInt32(InflateStream.outputBytes)
            return unsafe inflate(stream, Z_NO_FLUSH)
        }
        // No progress for want of input or room is no fault.
        guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { throw Fault() }
        let produced = unsafe InflateStream.outputBytes - Int(stream.pointee.avail_out)
        let consumed = unsafe Int(available - stream.pointee.avail_in)
        unsafe stream.pointee.next_in = nil
        if produced > 0 {
            body(unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: output[..<produced])))
        }
        return Step(consumed: consumed, produced: produced, isAtEnd: code == Z_STREAM_END)
    }
}
