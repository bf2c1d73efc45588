/// How large the buffer of a new transfer is: large while few run, since each filling costs system calls; small while
/// many do, since each transfer holds its own. Pure.
enum ReceiveBuffer {
    /// The size while few transfers run, in bytes.
    static let large = 32_768
    /// The size while many run, in bytes: 256 transfers of 16 KiB.
    static let small = 16_384
    /// How many transfers may have a large one: 2 MiB in all.
    static let mostLarge = 64

    /// The size for one more transfer beside those that run, in bytes. Through TLS a buffer is never filled by more than
    /// a record's 16 KiB.
    static func size(running: Int, isTLS: Bool) -> Int {
        running < mostLarge && !isTLS ? large : small
    }
}
