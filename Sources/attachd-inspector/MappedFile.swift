import CLinux
import Glibc

/// A file's bytes, mapped read-only: reading a copy would cost the heap ten megabytes that it does not give back.
///
/// `@safe`: the mapping is made in `init`, ends in `deinit`, and is only lent out as a span. The file must not shrink
/// meanwhile, or the process ends with SIGBUS, which the daemon counts like any other crash.
@safe struct MappedFile: ~Copyable {
    private let start: UnsafeRawPointer
    private let count: Int

    /// Maps the first `count` bytes, above 0; nil if there is no memory for it (`mmap(2)`).
    init?(descriptor: Int32, count: Int) {
        let address = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else { return nil }
        unsafe start = UnsafeRawPointer(address)
        self.count = count
    }

    deinit {
        unsafe munmap(UnsafeMutableRawPointer(mutating: start), count)
    }

    /// Lends out the bytes.
    func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count).assumingMemoryBound(to: UInt8.self)
        return unsafe body(bytes.span)
    }
}
