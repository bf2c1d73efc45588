import HTTPService
import Testing

@Suite struct ListenAddressTests {
    @Test(arguments: [
        ("unix:/run/a.sock", ListenAddress.unixSocket(path: "/run/a.sock"), true),
        ("unix:a", .unixSocket(path: "a"), true), ("127.0.0.1:80", .network(host: "127.0.0.1", port: 80), true),
        ("127.9.9.9:0", .network(host: "127.9.9.9", port: 0), true),
        ("[::1]:65535", .network(host: "::1", port: 65_535), true),
        ("localhost:1", .network(host: "localhost", port: 1), true),
        ("0.0.0.0:80", .network(host: "0.0.0.0", port: 80), false),
        ("[::]:80", .network(host: "::", port: 80), false),
        ("127.0.0.1.evil.example:80", .network(host: "127.0.0.1.evil.example", port: 80), false),
        ("10.0.0.1:80", .network(host: "10.0.0.1", port: 80), false),
    ])
    func `reads both forms and knows which stay on this machine`(text: String, address: ListenAddress, isLocal: Bool) {
        #expect(ListenAddress(text) == address)
        #expect(address.isLocal == isLocal)
        #expect(address.description == text)
    }

    @Test(arguments: [
        "", "unix:", ":80", "host", "host:", "host:x", "host:65536", "host:-1", "::1:80", "unix:a\0b", "[]:80",
    ])
    func `refuses anything else`(text: String) {
        #expect(ListenAddress(text) == nil)
    }
}
