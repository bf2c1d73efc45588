import CCrypto
import Glibc
package import Telemetry

/// A running SHA-256 (libcrypto, EVP).
///
/// `@safe`, and `Sendable` because it has one owner: libcrypto's context is only touched by `mutating` and `consuming`
/// calls, which nobody can make at the same time.
@safe package struct SHA256: ~Copyable, Sendable {
    private nonisolated(unsafe) let context: OpaquePointer

    /// The version of libcrypto that runs (`OpenSSL_version(3)`).
    static var libraryVersion: String {
        guard let version = unsafe OpenSSL_version(OPENSSL_VERSION_STRING) else { return "" }
        return unsafe String(cString: version)
    }

    /// A fresh one; nil when libcrypto has no memory or no SHA-256.
    package init?() {
        guard let context = unsafe crypto_sha256_new() else { return nil }
        unsafe self.context = unsafe context
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    /// Takes the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { unsafe update($0) }
    }

    /// The digest of everything taken; nil only if libcrypto fails.
    package consuming func finish() -> Digest? {
        var bytes = [UInt8](repeating: 0, count: 32)
        guard unsafe EVP_DigestFinal_ex(context, &bytes, nil) == 1 else { return nil }
        return Digest(bytes: bytes)
    }

    /// The digest of a file from its first byte on, read with `pread(2)` in steps of 64 KiB: of larger ones the allocator
    /// would make a mapping each time, whose pages cost more than the calls they save.
    ///
    /// The descriptor's own offset stays. A file that has more than `limit` bytes gives `EFBIG`, so that a foreign file of
    /// any size costs no more than a blob.
    package static func digest(ofDescriptor descriptor: Int32, limit: Int64 = .max) throws(SystemCallError) -> Digest {
        guard var hash = SHA256() else { throw SystemCallError("EVP_DigestInit_ex", code: ENOMEM) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var offset = 0
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, $0.count, offset)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemCallError.current("pread") }
            if count == 0 { break }
            offset += count
            guard Int64(offset) <= limit else { throw SystemCallError("pread", code: EFBIG) }
            unsafe buffer.withUnsafeBytes { unsafe hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        guard let digest = hash.finish() else { throw SystemCallError("EVP_DigestFinal_ex", code: ENOMEM) }
        return digest
    }

    /// The digest of a text's UTF-8; nil only if libcrypto fails.
    package static func digest(ofText text: String) -> Digest? {
        guard var hash = SHA256() else { return nil }
        var text = text
        text.withUTF8 { unsafe hash.update(UnsafeRawBufferPointer($0)) }
        return hash.finish()
    }

    private mutating func update(_ bytes: UnsafeRawBufferPointer) {
        unsafe _ = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }
}
