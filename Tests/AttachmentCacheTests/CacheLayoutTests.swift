import Testing

@testable import AttachmentCache

@Suite struct BlobNameTests {
    static let digits = String(repeating: "0123456789abcdef", count: 4)

    @Test(arguments: ["jpg", "mp4", "m4a", "a", "12345678"])
    func `reads the names it writes`(_ fileExtension: String) throws {
        let digest = try #require(Digest(hexadecimal: BlobNameTests.digits))
        let name = try #require(BlobName(digest: digest, fileExtension: fileExtension))
        #expect(BlobName(name.text) == name)
        #expect(CacheLayout(root: "/c").path(name) == "/c/blobs/sha256/01/\(BlobNameTests.digits).\(fileExtension)")
    }

    @Test(arguments: [
        "", ".", ".jpg", digits, digits + ".", digits + ".JPG", digits + ".123456789", digits + ".jpg.new",
        digits.dropLast() + ".jpg", digits + "0.jpg", digits.uppercased() + ".jpg", "./" + digits + ".jpg",
        digits + ".j/g", digits + ".jp\u{fc}",
    ])
    func `reads no other names`(_ text: String) {
        #expect(BlobName(text) == nil)
    }
}
