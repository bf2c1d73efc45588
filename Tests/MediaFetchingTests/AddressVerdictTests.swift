import Fixtures
import Testing

@testable import MediaFetching

/// Every spelling and address of the policy's tables with the name under which logs and metrics know its refusal.
struct AddressVerdictTests {
    /// A URL and its verdict: the reason that the asker learns, and the rule that the operator learns.
    struct Case: Sendable, CustomStringConvertible {
        let url: String
        let reason: FetchFailure.Reason?
        let rule: String?

        var description: String { url }
    }

    private static func refused(_ rule: String, _ hosts: String...) -> [Case] {
        hosts.map { Case(url: "https://\($0)/x", reason: .forbiddenAddress, rule: rule) }
    }

    private static func allowed(_ hosts: String...) -> [Case] {
        hosts.map { Case(url: "https://\($0)/x", reason: nil, rule: nil) }
    }

    private static func unusable(_ urls: String...) -> [Case] {
        urls.map { Case(url: $0, reason: .invalidURL, rule: nil) }
    }

    private static func schemes(_ urls: String...) -> [Case] {
        urls.map { Case(url: $0, reason: .forbiddenScheme, rule: nil) }
    }

    private static let spellings: [Case] =
        refused(
            "loopback", "2130706433", "0x7f000001", "0X7F.1", "0177.0.0.1", "017700000001", "127.1", "127.0.1",
            "127.0.0.1", "127.0.0.1.", "127.255.255.254", "localhost", "LOCALHOST", "localhost.", "foo.localhost",
            "[::1]",
            "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:127.0.0.1]",
            "[0:0:0:0:0:ffff:7f00:1]",
            "127.0.0.1#@good.example", "127.0.0.1?@good.example")
        + refused("this-network", "0", "0.0.0.0", "0.0.0.1", "[::ffff:0.0.0.0]")
        + refused(
            "private", "10.0.0.1", "0300.0250.1", "192.168.0.1", "172.16.0.1", "172.31.255.255", "[::ffff:10.0.0.1]",
            "3232235521")
        + refused(
            "metadata", "169.254.169.254", "2852039166", "0xa9fea9fe", "169.254.170.2", "169.254.170.23",
            "100.100.100.200",
            "192.0.0.192", "168.63.129.16", "[fd00:ec2::254]", "[::ffff:169.254.169.254]")
        + refused("link-local", "169.254.0.1", "[fe80::1]", "[febf::1]") + refused("zone-id", "[2606:4700::1%25eth0]")
        + refused("carrier-nat", "100.64.0.1", "100.127.255.255")
        + refused("protocol-assignments", "192.0.0.1", "[2001:1::1]")
        + refused("documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "[2001:db8::1]", "[3fff::1]")
        + refused("as112", "192.31.196.1", "192.175.48.1") + refused("multicast-tunnel", "192.52.193.1")
        + refused("6to4-relay", "192.88.99.1") + refused("benchmarking", "198.18.0.1", "198.19.255.255", "[2001:2::1]")
        + refused("multicast", "224.0.0.1", "239.255.255.255", "[ff02::1]") + refused("reserved", "240.0.0.1")
        + refused("broadcast", "255.255.255.255", "4294967295") + refused("unspecified", "[::]")
        + refused("ipv4-compatible", "[::127.0.0.1]", "[::8.8.8.8]") + refused("ipv4-translated", "[::ffff:0:8.8.8.8]")
        + refused("nat64", "[64:ff9b::8.8.8.8]", "[64:ff9b::a9fe:a9fe]")
        + refused("nat64-local", "[64:ff9b:1::8.8.8.8]")
        + refused("discard", "[100::1]") + refused("teredo", "[2001:0:4136:e378::1]")
        + refused("orchid", "[2001:10::1]", "[2001:20::1]")
        + refused("6to4", "[2002:a9fe:a9fe::]", "[2002:7f00:1::]")
        + refused("isatap", "[2a00::5efe:8.8.8.8]", "[2a00::200:5efe:10.0.0.1]")
        + refused("segment-routing", "[5f00::1]") + refused("unique-local", "[fc00::1]", "[fdff::1]")
        + refused("site-local", "[fec0::1]")
        + refused("not-global-unicast", "[4000::1]", "[1::1]", "[e000::1]")
        + refused(
            "local-name", "printer.local", "a.internal", "a.lan", "router.home.arpa", "intranet", "PRINTER.LOCAL.",
            "db.corp")
        + refused(
            "reserved-name", "metadata.google.internal", "metadata", "instance-data", "a.onion",
            "METADATA.google.internal.")

    private static let passing = allowed(
        "example.com", "EXAMPLE.com.", "8.8.8.8", "134744072", "[2606:4700::1111]", "[::ffff:8.8.8.8]",
        "xn--bcher-kva.example", "localhost.example.com", "127.0.0.1.example.com", "100.63.255.255", "172.32.0.1",
        "168.63.129.15", "[2003::1]")

    private static let unreadable = unusable(
        "http://4294967296/", "http://0x100000000/", "http://256.256.256.256/", "http://1.2.3.4.5/", "http://8.8.8.8./",
        "http://%31%32%37.0.0.1/", "http://loc%61lhost/", "http://①②⑦.⓪.⓪.①/", "http://127。0。0。1/",
        "http://good@127.0.0.1/",
        "http://good\\@127.0.0.1/", "http://127.0.0.1\\@good/", "http:/127.0.0.1/", "http:///127.0.0.1/",
        "http:127.0.0.1/",
        "127.0.0.1:8080/x", "http://a%0d%0a.example/", "http://a%00.example/", "http://a.example:65536/",
        "http://a.example:80:90/", "http://[::1/", "http://a..example/")

    private static let elsewhere = schemes(
        "file:///etc/hostname", "ftp://h.example/x", "ftps://h.example/x", "gopher://h.example/x", "dict://h.example/x",
        "tftp://h.example/x", "ldap://h.example/x", "smb://h.example/x", "data:image/png;base64,AA", "blob:https://h/x",
        "javascript:alert(1)")

    private static let ports = ["0", "22", "8080", "65535"].map {
        Case(url: "http://a.example:\($0)/", reason: .forbiddenPort, rule: "forbidden-port")
    }

    static let cases = spellings + passing + unreadable + elsewhere + ports

    @Test func `the table has at least 120 spellings and addresses, none twice`() {
        #expect(AddressVerdictTests.cases.count >= 120)
        #expect(Set(AddressVerdictTests.cases.map(\.url)).count == AddressVerdictTests.cases.count)
    }

    @Test(arguments: cases) func `each spelling has its reason for the asker and its rule for the operator`(
        _ item: Case
    ) throws {
        let refusal = FetchTarget.refusal(of: item.url, rules: try FetchTargetTests.rules())
        #expect(refusal?.reason == item.reason)
        #expect(refusal?.rule == item.rule)
        if let rule = item.rule {
            #expect(AddressRules.refusalNames.contains(rule))
            // What the asker reads is the same for every refused host.
            if item.reason == .forbiddenAddress {
                #expect(refusal?.detail.hasSuffix("is not one that media may be fetched from.") == true)
            }
        }
    }

    @Test func `every rule with a name has a case, but for those of the socket and the operator`() {
        let others: Set = ["denied-by-operator", "own-address", "own-listener", "unknown-family"]
        let missing = Set(AddressRules.refusalNames).subtracting(AddressVerdictTests.cases.compactMap(\.rule))
        #expect(missing.subtracting(others).isEmpty, "\(missing.subtracting(others))")
    }

    /// NAT64 addresses, whether they pass once unwrapped, and what refuses them otherwise.
    static let nat64: [(String, String?)] = [
        ("64:ff9b::8.8.8.8", nil), ("64:ff9b::1.1.1.1", nil), ("64:ff9b::127.0.0.1", "loopback"),
        ("64:ff9b::10.0.0.1", "private"), ("64:ff9b::169.254.169.254", "metadata"),
        ("64:ff9b::0.0.0.0", "this-network"),
        ("64:ff9b::192.168.1.1", "private"), ("64:ff9b::224.0.0.1", "multicast"), ("64:ff9b:1::8.8.8.8", "nat64-local"),
        ("64:ff9b:0:0:0:1:808:808", "not-global-unicast"), ("64:ff9c::8.8.8.8", "not-global-unicast"),
    ]

    @Test(arguments: nat64) func `a NAT64 address is refused, or judged by the address in it`(
        _ address: String, _ rule: String?
    ) throws {
        var configuration = FetchConfiguration()
        func verdict(_ change: (inout FetchConfiguration) -> Void = { _ in }) throws -> AddressRules.Verdict {
            var changed = configuration
            change(&changed)
            let rules = try AddressRules(configuration: changed, ownAddresses: [try #require(IPAddress("9.9.9.9"))])
            return try AddressRulesTests.verdict(address, 443, rules)
        }
        #expect(try verdict() != .allowed)
        configuration.nat64 = .unwrap
        #expect(try verdict() == rule.map(AddressRules.Verdict.forbiddenAddress) ?? .allowed)
        if rule == nil {
            #expect(
                try verdict { $0.deniedNetworks = [.init("64:ff9b::/96")] } == .forbiddenAddress("denied-by-operator"))
            #expect(try verdict { $0.deniedNetworks = [.init("0.0.0.0/0")] } == .forbiddenAddress("denied-by-operator"))
        }
    }

    @Test func `a NAT64 address of this machine is its own`() throws {
        var configuration = FetchConfiguration()
        configuration.nat64 = .unwrap
        configuration.ownPorts = [443]
        let rules = try AddressRules(configuration: configuration, ownAddresses: [try #require(IPAddress("9.9.9.9"))])
        #expect(try AddressRulesTests.verdict("64:ff9b::9.9.9.9", 443, rules) == .forbiddenAddress("own-listener"))
        #expect(try AddressRulesTests.verdict("64:ff9b::9.9.9.9", 80, rules) == .forbiddenAddress("own-address"))
    }

    @Test(arguments: [11, 12, 13, 14] as [UInt64])
    func `a classification by bytes, written apart from the table, agrees on random 128-bit addresses`(_ seed: UInt64)
        throws
    {
        var random = SeededGenerator(seed: seed)
        let rules = try AddressRulesTests.rules()
        var unwrapping = FetchConfiguration()
        unwrapping.nat64 = .unwrap
        let lenient = try AddressRules(configuration: unwrapping)
        var allowed = 0
        for _ in 0..<5000 {
            let bytes = NaiveClassification.randomBytes(&random)
            let address = IPAddress(ipv6: bytes.reduce(0) { $0 << 8 | UInt128($1) })
            for (rules, unwraps) in [(rules, false), (lenient, true)] {
                let isAllowed = NaiveClassification.allows(bytes, unwrapsNAT64: unwraps)
                let verdict = rules.verdict(on: SocketAddress(address, port: 443))
                if (verdict == .allowed) != isAllowed { Issue.record("seed \(seed), \(address), \(verdict)") }
                allowed += isAllowed ? 1 : 0
            }
        }
        // Chance must have hit both sides.
        #expect((1000...9000).contains(allowed), "\(allowed)")
    }
}

/// The same policy a second time, as plainly as can be: conditions on bytes, no prefix, no table.
enum NaiveClassification {
    /// Random bytes, most with a beginning that some rule is about.
    static func randomBytes(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        func put(_ start: [UInt8], at offset: Int = 0) {
            for (index, byte) in start.enumerated() { bytes[offset + index] = byte }
        }
        let firsts: [UInt8] = [0, 10, 100, 127, 168, 169, 172, 192, 198, 203, 224, 240, 255, 8, 9, 11]
        switch random.next() % 8 {
        case 0: put([UInt8](repeating: 0, count: 10) + [0xff, 0xff, firsts[Int(random.next() % 16)]])
        case 1: put([0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0, firsts[Int(random.next() % 16)]])
        case 2: put([0x20, [0x01, 0x02, 0x03][Int(random.next() % 3)]])
        case 3: put([0x20, 0x01, 0x0d, 0xb8])
        case 4: put([0x2a]); put([[0, 2][Int(random.next() % 2)], 0, 0x5e, 0xfe], at: 8)
        case 5: put([[0xfc, 0xfd, 0xfe, 0xff, 0x3f, 0x5f, 0x01][Int(random.next() % 7)]])
        case 6: put([0x24])
        default: break
        }
        return bytes
    }

    /// Whether a fetch on port 443 may go there.
    static func allows(_ b: [UInt8], unwrapsNAT64: Bool) -> Bool {
        let startsWithZeros = b[0..<10].allSatisfy { $0 == 0 }
        if startsWithZeros, b[10] == 0xff, b[11] == 0xff { return allowsIPv4(Array(b[12...])) }
        let isNAT64 = b[0..<4].elementsEqual([0, 0x64, 0xff, 0x9b]) && b[4..<12].allSatisfy { $0 == 0 }
        if isNAT64 { return unwrapsNAT64 && allowsIPv4(Array(b[12...])) }
        guard b[0] & 0xe0 == 0x20 else { return false }
        if b[0] == 0x20, b[1] == 0x01 {
            // 2001:0000 to 2001:01ff are assigned to protocols; 2001:db8 is for documents.
            if b[2] <= 1 { return false }
            if b[2] == 0x0d, b[3] == 0xb8 { return false }
        }
        if b[0] == 0x20, b[1] == 0x02 { return false }
        if b[0] == 0x3f, b[1] == 0xff, b[2] < 0x10 { return false }
        return !((b[8] == 0 || b[8] == 2) && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe)
    }

    private static func allowsIPv4(_ b: [UInt8]) -> Bool {
        switch (b[0], b[1], b[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
        case (100, 64...127, _): false
        case (168, 63, 129): b[3] != 16
        case (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _): false
        case (192, 0, 0), (192, 0, 2), (192, 31, 196), (192, 52, 193), (192, 88, 99), (192, 175, 48): false
        case (198, 51, 100), (203, 0, 113): false
        default: true
        }
    }
}
