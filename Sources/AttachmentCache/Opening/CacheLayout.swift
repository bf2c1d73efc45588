/// Where things lie below the cache root; names only, no disk.
struct CacheLayout: Sendable, Equatable {
    /// Absolute path of the root, without a trailing slash.
    let root: String

    /// Tells backup programs to leave the folder out, and the cache that the folder is one.
    var tag: String { root + "/CACHEDIR.TAG" }
    /// Who holds the cache.
    var lock: String { root + "/lock" }
    /// The index.
    var index: String { root + "/index.sqlite" }
    /// Files that have no name yet.
    var temporary: String { root + "/tmp" }
    /// The parent of the shards.
    var shards: String { root + "/blobs/sha256" }

    /// The folders in the order in which they are made.
    var folders: [String] { [root + "/blobs", shards, temporary] }

    /// The folder of a blob: the first two digits of its digest.
    func shard(_ digest: Digest) -> String {
        shards + "/" + digest.hexadecimal.prefix(2)
    }

    /// The path of a blob.
    func path(_ name: BlobName) -> String {
        shard(name.digest) + "/" + name.text
    }

    /// The content of the tag file, as the specification of cache directory tagging wants it.
    static let tagText = """
        Signature: 8a477f597d28d172789f06886806bc55
        # This file marks a cache directory, so that backup programs leave it out.
        # See https://bford.info/cachedir/

        """
}

/// A blob's file name: 64 hexadecimal digits, a dot, the extension.
package struct BlobName: Sendable, Hashable {
    /// The digest of the content.
    package let digest: Digest
    /// One to eight lower-case letters or digits.
    let fileExtension: String

    /// A name; nil for an extension that does not fit.
    package init?(digest: Digest, fileExtension: String) {
        let characters = fileExtension.utf8
        guard 1...8 ~= characters.count else { return nil }
        guard characters.allSatisfy({ 0x61...0x7a ~= $0 || 0x30...0x39 ~= $0 }) else { return nil }
        self.digest = digest
        self.fileExtension = fileExtension
    }

    /// The name that a text spells; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let digest = Digest(hexadecimal: String(parts[0])) else { return nil }
        self.init(digest: digest, fileExtension: String(parts[1]))
    }

    /// The name as it is in the folder.
    var text: String {
        digest.hexadecimal + "." + fileExtension
    }
}
