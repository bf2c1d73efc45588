import CLinux
import Glibc

/// A file's bytes, mapped read-only: reading a copy would cost the heap ten megabytes that it does not give back.
///
/// A large file is mapped piece by piece as it is read, so that no more of it is resident than eight pieces of 1 MiB: pages
/// of a mapping count as the process's own memory until they are unmapped.
///
/// `@safe`: the mapping is made in `init`, ends in `deinit`, and is only lent out as a span. The file must not shrink
/// meanwhile, or the process ends with SIGBUS, which the daemon counts like any other crash; so it does with SIGSEGV where
/// there is no memory for a piece.
@safe struct MappedFile: ~Copyable {
    /// The largest file that is mapped as a whole, in bytes: one of the default policy's size, which is so read the fastest.
    static let wholeLimit = 12 * 1_048_576

    /// What the handler and this file share: zeroed, never freed, touched by one thread.
    nonisolated(unsafe) private static let windows: UnsafeMutablePointer<linux_windows> = {
        let memory = UnsafeMutablePointer<linux_windows>.allocate(capacity: 1)
        unsafe memory.initialize(to: linux_windows())
        return unsafe memory
    }()

    private let start: UnsafeRawPointer
    private let count: Int

    /// Lets large files be mapped by pieces; before the locks, which forbid it (`sigaction(2)`).
    ///
    /// - Returns: whether that worked; without it no file may be mapped.
    static func prepare() -> Bool {
        unsafe linux_windows_prepare(windows) == 0
    }

    /// Maps the first `count` bytes, above 0; nil if there is no memory for it (`mmap(2)`).
    ///
    /// Of files above `wholeLimit` only one may be mapped at a time, and its descriptor must stay open as long.
    init?(descriptor: Int32, count: Int) {
        let address =
            unsafe count > Self.wholeLimit
            ? linux_windows_begin(Self.windows, descriptor, count)
            : mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else { return nil }
        unsafe start = UnsafeRawPointer(address)
        self.count = count
    }

    deinit {
        if count > Self.wholeLimit {
            unsafe linux_windows_end(Self.windows)
        } else {
            unsafe munmap(UnsafeMutableRawPointer(mutating: start), count)
        }
    }

    /// Lends out the bytes.
    func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count).assumingMemoryBound(to: UInt8.self)
        return unsafe body(bytes.span)
    }
}
