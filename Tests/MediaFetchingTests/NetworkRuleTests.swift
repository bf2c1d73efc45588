import Testing

@testable import MediaFetching

struct NetworkRuleTests {
    static let good: [(String, String, Int, UInt16?)] = [
        ("10.0.0.0/8", "10.0.0.0", 8, nil), ("127.0.0.0/8:8080", "127.0.0.0", 8, 8080),
        ("127.0.0.1", "127.0.0.1", 32, nil),
        ("127.0.0.1:1", "127.0.0.1", 32, 1), ("127.0.0.1/32:65535", "127.0.0.1", 32, 65_535),
        ("::1/128", "::1", 128, nil),
        ("::1", "::1", 128, nil), ("[fd00::]/8", "fd00::", 8, nil), ("[fd00::]/8:443", "fd00::", 8, 443),
        ("[::1]:8080", "::1", 128, 8080), ("[::1]", "::1", 128, nil), ("::1/128:9", "::1", 128, 9),
        ("0.0.0.0/0", "0.0.0.0", 0, nil), ("::/0", "::", 0, nil), ("::ffff:10.0.0.0/104", "10.0.0.0", 8, nil),
        ("2001:db8::/32", "2001:db8::", 32, nil),
    ]

    @Test(arguments: good)
    func `reads a network`(_ text: String, _ address: String, _ length: Int, _ port: UInt16?) throws {
        let rule = try NetworkRule(text)
        #expect(rule.prefix.address == IPAddress(address))
        #expect(rule.prefix.length == length)
        #expect(rule.port == port)
    }

    static let bad: [(String, NetworkRuleError.Problem)] = [
        ("", .address), ("/8", .address), ("10/8", .address), ("10.0.0.0.0/8", .address), ("host/8", .address),
        ("10.0.0.256", .address), ("[::1", .address), ("[::1]x", .address), ("[]/8", .address),
        (" 10.0.0.0/8", .address),
        ("fe80::1%eth0/64", .address), ("a.example:80", .address), ("10.0.0.0/", .length), ("10.0.0.0/33", .length),
        ("10.0.0.0/-1", .length), ("10.0.0.0/+8", .length), ("10.0.0.0/8x", .length), ("::/129", .length),
        ("10.0.0.0/0008", .length), ("::ffff:10.0.0.0/95", .length), ("10.0.0.1/8", .hostBits("10.0.0.0/8")),
        ("fd00::1/8", .hostBits("fd00::/8")), ("10.0.0.0/8:", .port), ("10.0.0.0/8:0", .port),
        ("10.0.0.0/8:65536", .port), ("10.0.0.0/8:http", .port), ("10.0.0.0/8:80:90", .port), ("127.0.0.1:", .port),
    ]

    @Test(arguments: bad) func `says what is wrong`(_ text: String, _ problem: NetworkRuleError.Problem) {
        let error = #expect(throws: NetworkRuleError.self) { try NetworkRule(text) }
        #expect(error?.problem == problem)
        #expect(error?.description.contains("'\(text)'") == true)
    }

    @Test(arguments: ["0.0.0.0/0", "::/0", "::ffff:0:0/96", "0.0.0.0/0:8080"])
    func `nobody can allow everything`(_ text: String) {
        var configuration = FetchConfiguration()
        configuration.allowedNetworks = [.init(text)]
        let error = #expect(throws: NetworkRuleError.self) { try AddressRules(configuration: configuration) }
        #expect(error?.problem == .global)
        #expect(throws: MediaFetcher.SetupError.self) { try MediaFetcher(configuration: configuration) }
    }

    @Test(arguments: [
        "::", "::1", "1::", "1::2:0:0:3", "1:0:0:2::3", "0:1::", "1:2:3:4:5:6:7:8", "1:0:2:3:4:5:6:7", "fd00:ec2::254",
        "127.0.0.1", "255.255.255.255",
    ])
    func `an address is written as it is read`(_ text: String) throws {
        #expect(try #require(IPAddress(text)).description == text)
    }
}
