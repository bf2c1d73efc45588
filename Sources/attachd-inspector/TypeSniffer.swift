import CLinux
import CMagic
import Glibc

/// Names the type of bytes with libmagic: the stock database and `EmbeddedMagic`. The only user of the library.
///
/// `@safe`: the handle is made in `init`, freed in `deinit`, and what libmagic answers is copied before the next call.
@safe struct TypeSniffer: ~Copyable {
    /// libmagic could not be made to name what it must.
    enum Failure: Error, Equatable {
        /// No memory for a handle or for the embedded entries.
        case noMemory
        /// libmagic's own words: a database is missing or of another version.
        case notLoaded(String)
        /// A sample that both databases together must name was named otherwise.
        case selfTest(expected: String, named: String)
        /// A system call or an allocation failed while bytes were looked at, with this `errno`.
        case interrupted(Int32)
    }

    /// The name of what libmagic does not know.
    static let unknown = "application/octet-stream"
    /// Bytes that libmagic looks at: a whole file of the default policy's size, since a picture in an ID3 tag may be that long.
    private static let byteLimit = 10 * 1_048_576 + 65_536
    /// Bytes that are tested for being text; the text tests take milliseconds for more.
    private static let textLimit = 4096
    private static let stockDatabase = "/usr/lib/file/magic.mgc"

    /// Only the databases are asked: the built-in tests (archives, executables, text) are slow, and none names media.
    private static let mediaFlags =
        MAGIC_MIME_TYPE | MAGIC_ERROR | MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_TAR | MAGIC_NO_CHECK_ELF
        | MAGIC_NO_CHECK_CDF | MAGIC_NO_CHECK_CSV | MAGIC_NO_CHECK_JSON | MAGIC_NO_CHECK_TEXT
        | MAGIC_NO_CHECK_ENCODING | MAGIC_NO_CHECK_TOKENS | MAGIC_NO_CHECK_APPTYPE
    /// The same with text, HTML and JSON.
    private static let textFlags =
        MAGIC_MIME_TYPE | MAGIC_ERROR | MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_TAR | MAGIC_NO_CHECK_ELF
        | MAGIC_NO_CHECK_CDF | MAGIC_NO_CHECK_CSV | MAGIC_NO_CHECK_TOKENS | MAGIC_NO_CHECK_APPTYPE

    /// The version of libmagic that runs, `5.44` (`magic_version(3)`).
    static var libraryVersion: String {
        let number = magic_version()
        return "\(number / 100).\(number % 100 < 10 ? "0" : "")\(number % 100)"
    }

    private let handle: OpaquePointer

    private init(owning handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        unsafe magic_close(handle)
    }

    /// A sniffer with both databases, tested to be in force: libmagic skips a missing one in silence.
    static func open() throws(Failure) -> TypeSniffer {
        guard let handle = unsafe magic_open(mediaFlags) else { throw .noMemory }
        let sniffer = unsafe TypeSniffer(owning: handle)
        try sniffer.load()
        try sniffer.expect("audio/x-caf", of: Array("caff".utf8) + [0, 1, 0, 0])
        try sniffer.expect("image/gif", of: Array("GIF89a".utf8))
        return sniffer
    }

    private func load() throws(Failure) {
        // libmagic takes text entries from a file only; this one is in memory and gone after the call.
        let file = unsafe linux_memory_file("attachd-magic")
        guard file >= 0 else { throw .noMemory }
        defer { close(file) }
        let text = Array(EmbeddedMagic.text.utf8)
        guard unsafe write(file, text, text.count) == text.count else { throw .noMemory }
        guard unsafe magic_load(handle, TypeSniffer.stockDatabase + ":/proc/self/fd/\(file)") == 0 else {
            let words = unsafe magic_error(handle)
            throw .notLoaded(unsafe words.map { unsafe String(cString: $0) } ?? "")
        }
        var limit = TypeSniffer.byteLimit
        guard unsafe magic_setparam(handle, MAGIC_PARAM_BYTES_MAX, &limit) == 0 else {
            throw .notLoaded("BYTES_MAX cannot be set")
        }
    }

    private func expect(_ expected: String, of sample: [UInt8]) throws(Failure) {
        let named = try mediaType(of: sample.span)
        guard named == expected else { throw .selfTest(expected: expected, named: named) }
    }

    /// The MIME type of a file with these bytes; `unknown` for text and for what libmagic does not know.
    func mediaType(of bytes: Span<UInt8>) throws(Failure) -> String {
        try name(bytes, count: min(bytes.count, TypeSniffer.byteLimit), flags: TypeSniffer.mediaFlags)
    }

    /// The MIME type by the first bytes, text included: what to call a file that is no media.
    func anyType(of bytes: Span<UInt8>) throws(Failure) -> String {
        try name(bytes, count: min(bytes.count, TypeSniffer.textLimit), flags: TypeSniffer.textFlags)
    }

    private func name(_ bytes: Span<UInt8>, count: Int, flags: Int32) throws(Failure) -> String {
        unsafe magic_setflags(handle, flags)
        let words = unsafe bytes.withUnsafeBytes { unsafe magic_buffer(handle, $0.baseAddress, count) }
        guard let words = unsafe words else {
            // Without an errno it was the bytes that asked for more than libmagic does: too many indirections. Only a regular
            // expression that finds no memory says so in words alone.
            let code = unsafe magic_errno(handle)
            guard code == 0 else { throw .interrupted(code) }
            let error = unsafe magic_error(handle)
            if let error = unsafe error, unsafe strstr(error, "regex error") != nil { throw .interrupted(ENOMEM) }
            return TypeSniffer.unknown
        }
        let name = unsafe String(cString: words)
        return name.isEmpty ? TypeSniffer.unknown : name
    }
}
