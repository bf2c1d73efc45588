/// One box of an ISO base media or QuickTime file, by the offsets of its parts in the file.
struct Box: Equatable, Sendable {
    /// The box's name.
    let type: FourCharacterCode
    /// Where its header begins.
    let start: Int
    /// Where its content begins.
    let body: Int
    /// The first offset behind it; never beyond what encloses it.
    let end: Int

    /// The bytes of its content.
    var content: Range<Int> { body..<end }

    /// The version byte and the 24 flag bits that begin a full box; nil when it is too short for them.
    func versionAndFlags(_ bytes: Span<UInt8>) -> (version: UInt8, flags: UInt32)? {
        guard end - body >= 4, let version = bytes.u8(body), let flags = bytes.u24be(body + 1) else { return nil }
        return (version, flags)
    }
}
