/// The file of certificate authorities, which libcurl reads when it first needs it.
enum AuthoritiesFile {
    /// Makes sure that it can be read and looks like one; returns its absolute path.
    ///
    /// - Throws: `CommandError`: 66 or 77 where it cannot be read, 78 where there is no certificate in it.
    static func check(_ path: String) throws(CommandError) -> String {
        let bytes = try InputFile(name: path).contents(limit: 16_777_216)
        guard bytes.contains(Array("-----BEGIN CERTIFICATE-----".utf8)), let absolute = AbsolutePath.of(path) else {
            throw CommandError(
                .configuration, "\(OutcomeLine.printable(path)) holds no certificate",
                cure: "name a file of certificates in PEM form")
        }
        return absolute
    }
}
