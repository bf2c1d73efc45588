import Testing

@testable import AttachmentCache

@Suite struct KeyHashTests {
    @Test(arguments: [0, 1, 7, 8, .max, 1 << 63, (1 << 63) - 1] as [UInt64])
    func `gives eight rows that begin at a multiple of eight`(_ hash: UInt64) {
        let rows = KeyHash { _ in hash }.rows("k")
        #expect(rows.count == 8)
        #expect(rows.lowerBound % 8 == 0)
        #expect(rows.contains(Int64(bitPattern: hash)))
    }

    /// The rows are on disk: they may not change between versions.
    @Test func `stays the same for ever`() {
        #expect(KeyHash.standard.rows("abc").lowerBound == Int64(bitPattern: 0xba78_16bf_8f01_cfe8))
    }

    @Test(arguments: [
        ("https://a.example/p", "a.example"), ("https://a.example", "a.example"), ("https://a.example?x", "a.example"),
        ("https://a.example:8443/p", "a.example"), ("https://user:pw@a.example:1/", "a.example"),
        ("http://[::1]:80/x", "[::1]"), ("http://[::1", "[::1".split(separator: ":").first.map(String.init) ?? ""),
        ("k", ""), ("", ""), ("a:b", ""), ("https:/x", ""), ("https://", ""), ("https:///x", ""), ("//a/b", ""),
    ])
    func `finds the host in a key`(_ key: String, _ expected: String) {
        #expect(host(ofKey: key) == expected)
    }
}
