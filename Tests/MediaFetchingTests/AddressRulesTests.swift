import Fixtures
import Testing

@testable import MediaFetching

struct AddressRulesTests {
    static func rules(
        allow: [String] = [], deny: [String] = [], ports: Set<UInt16> = [], ownPorts: Set<UInt16> = [],
        own: [String] = []
    ) throws -> AddressRules {
        var configuration = FetchConfiguration()
        configuration.allowedNetworks = allow.map { .init($0) }
        configuration.deniedNetworks = deny.map { .init($0) }
        configuration.allowedPorts = ports
        configuration.ownPorts = ownPorts
        return try AddressRules(
            configuration: configuration, ownAddresses: Set(own.compactMap { IPAddress($0) }))
    }

    static func verdict(_ address: String, _ port: UInt16, _ rules: AddressRules) throws -> AddressRules.Verdict {
        rules.verdict(on: SocketAddress(try #require(IPAddress(address)), port: port))
    }

    static let rows: [(String, String?)] = [
        ("0.0.0.0", "this-network"), ("0.255.255.255", "this-network"), ("1.0.0.0", nil), ("8.8.8.8", nil),
        ("9.255.255.255", nil), ("10.0.0.0", "private"), ("10.255.255.255", "private"), ("11.0.0.0", nil),
        ("100.63.255.255", nil), ("100.64.0.0", "carrier-nat"), ("100.127.255.255", "carrier-nat"),
        ("100.128.0.0", nil),
        ("100.100.100.200", "metadata"), ("126.255.255.255", nil), ("127.0.0.1", "loopback"),
        ("127.255.255.255", "loopback"), ("128.0.0.0", nil), ("168.63.129.15", nil), ("168.63.129.16", "metadata"),
        ("168.63.129.17", nil), ("169.253.255.255", nil), ("169.254.0.0", "link-local"),
        ("169.254.169.254", "metadata"), ("169.254.170.2", "metadata"), ("169.254.170.23", "metadata"),
        ("169.254.255.255", "link-local"), ("169.255.0.0", nil), ("172.15.255.255", nil), ("172.16.0.0", "private"),
        ("172.31.255.255", "private"), ("172.32.0.0", nil), ("191.255.255.255", nil),
        ("192.0.0.0", "protocol-assignments"), ("192.0.0.192", "metadata"), ("192.0.1.0", nil),
        ("192.0.2.0", "documentation"), ("192.0.2.255", "documentation"), ("192.0.3.0", nil), ("192.31.196.1", "as112"),
        ("192.31.195.255", nil), ("192.52.193.1", "multicast-tunnel"), ("192.88.99.1", "6to4-relay"),
        ("192.88.98.255", nil), ("192.167.255.255", nil), ("192.168.0.0", "private"), ("192.168.255.255", "private"),
        ("192.169.0.0", nil), ("192.175.48.1", "as112"), ("198.17.255.255", nil), ("198.18.0.0", "benchmarking"),
        ("198.19.255.255", "benchmarking"), ("198.20.0.0", nil), ("198.51.100.7", "documentation"),
        ("203.0.113.7", "documentation"), ("223.255.255.255", nil), ("224.0.0.0", "multicast"),
        ("239.255.255.255", "multicast"), ("240.0.0.0", "reserved"), ("255.255.255.254", "reserved"),
        ("255.255.255.255", "broadcast"),
        ("::", "unspecified"), ("::1", "loopback"), ("::2", "ipv4-compatible"), ("::127.0.0.1", "ipv4-compatible"),
        ("::ffff:127.0.0.1", "loopback"), ("::ffff:169.254.169.254", "metadata"), ("::ffff:8.8.8.8", nil),
        ("::ffff:0:127.0.0.1", "ipv4-translated"), ("64:ff9b::8.8.8.8", "nat64"), ("64:ff9b:1::1", "nat64-local"),
        ("64:ff9b:2::1", "not-global-unicast"), ("100::1", "discard"), ("100:0:0:1::", "not-global-unicast"),
        ("1fff:ffff::", "not-global-unicast"), ("2000::", nil), ("2001::1", "teredo"),
        ("2001:1::1", "protocol-assignments"), ("2001:1ff:ffff::", "protocol-assignments"), ("2001:200::", nil),
        ("2001:2::1", "benchmarking"), ("2001:10::1", "orchid"), ("2001:20::1", "orchid"),
        ("2001:db8::1", "documentation"), ("2001:db9::1", nil), ("2002:a9fe:a9fe::", "6to4"), ("2003::1", nil),
        ("2606:4700::1111", nil), ("3ffe:ffff::", nil), ("3fff::1", "documentation"), ("3fff:1000::", nil),
        ("3fff:fff:ffff::", "documentation"), ("4000::", "not-global-unicast"), ("5f00::1", "segment-routing"),
        ("fbff::", "not-global-unicast"), ("fc00::1", "unique-local"), ("fd00:ec2::254", "metadata"),
        ("fdff::1", "unique-local"), ("fe80::1", "link-local"), ("febf::1", "link-local"), ("fec0::1", "site-local"),
        ("feff::1", "site-local"), ("ff02::1", "multicast"), ("2a00::5efe:8.8.8.8", "isatap"),
        ("2a00::200:5efe:8.8.8.8", "isatap"), ("2a00::100:5efe:8.8.8.8", nil),
    ]

    @Test(arguments: rows) func `each row of the table refuses what lies in it, and nothing beside it`(
        _ address: String, _ name: String?
    ) throws {
        let verdict = try AddressRulesTests.verdict(address, 443, AddressRulesTests.rules())
        #expect(verdict == name.map(AddressRules.Verdict.forbiddenAddress) ?? .allowed)
    }

    @Test func `every row of the table is tested by name`() {
        let names = Set((AddressTable.ipv4 + AddressTable.ipv6 + [AddressTable.globalUnicast]).map(\.name))
        #expect(names.subtracting(AddressRulesTests.rows.compactMap(\.1)).isEmpty)
    }

    @Test(arguments: [(0, false), (22, false), (79, false), (80, true), (81, false), (443, true), (65_535, false)])
    func `only 80 and 443 are open`(_ port: UInt16, _ isOpen: Bool) throws {
        let verdict = try AddressRulesTests.verdict("8.8.8.8", port, AddressRulesTests.rules())
        #expect(verdict == (isOpen ? .allowed : .forbiddenPort))
    }

    struct Case: Sendable {
        var allow: [String] = []
        var deny: [String] = []
        let address: String
        var port: UInt16 = 443
        let verdict: AddressRules.Verdict
    }

    static let operatorCases = [
        // An allowance lifts the table's row of the same length or a shorter one, and the port rule.
        Case(allow: ["10.0.0.0/8"], address: "10.1.1.1", verdict: .allowed),
        Case(allow: ["10.0.0.0/8"], address: "10.1.1.1", port: 9000, verdict: .allowed),
        Case(allow: ["10.0.0.0/8"], address: "10.1.1.1", port: 0, verdict: .forbiddenPort),
        Case(allow: ["10.0.0.0/8:9000"], address: "10.1.1.1", port: 9000, verdict: .allowed),
        Case(allow: ["10.0.0.0/8:9000"], address: "10.1.1.1", port: 443, verdict: .forbiddenAddress("private")),
        Case(allow: ["8.8.8.0/24:9000"], address: "8.8.8.8", port: 9000, verdict: .allowed),
        Case(allow: ["8.8.8.0/24:9000"], address: "8.8.8.8", port: 9001, verdict: .forbiddenPort),
        Case(allow: ["8.8.8.0/24:9000"], address: "8.8.8.8", port: 443, verdict: .allowed),
        Case(allow: ["fd00::/8"], address: "fd12::1", verdict: .allowed),
        Case(allow: ["4000::/3"], address: "4000::1", verdict: .allowed),
        Case(allow: ["10.0.0.0/9"], address: "10.200.0.1", verdict: .forbiddenAddress("private")),
        // A more specific row stays.
        Case(allow: ["169.254.0.0/16"], address: "169.254.1.1", verdict: .allowed),
        Case(allow: ["169.254.0.0/16"], address: "169.254.169.254", verdict: .forbiddenAddress("metadata")),
        Case(allow: ["169.254.169.254/32"], address: "169.254.169.254", verdict: .allowed),
        Case(allow: ["0.0.0.0/1"], address: "10.1.1.1", verdict: .forbiddenAddress("private")),
        // The most specific of the operator's rules speaks; denial wins a tie.
        Case(deny: ["8.8.0.0/16"], address: "8.8.8.8", verdict: .forbiddenAddress("denied-by-operator")),
        Case(deny: ["8.8.0.0/16"], address: "8.9.8.8", verdict: .allowed),
        Case(deny: ["8.8.8.8/32:443"], address: "8.8.8.8", port: 80, verdict: .allowed),
        Case(
            deny: ["8.8.8.8/32:443"], address: "8.8.8.8", port: 443, verdict: .forbiddenAddress("denied-by-operator")),
        Case(allow: ["8.8.8.0/24"], deny: ["8.8.0.0/16"], address: "8.8.8.8", verdict: .allowed),
        Case(
            allow: ["8.8.0.0/16"], deny: ["8.8.8.0/24"], address: "8.8.8.8",
            verdict: .forbiddenAddress("denied-by-operator")),
        Case(
            allow: ["8.8.8.0/24"], deny: ["8.8.8.0/24"], address: "8.8.8.8",
            verdict: .forbiddenAddress("denied-by-operator")),
        Case(deny: ["0.0.0.0/0"], address: "8.8.8.8", verdict: .forbiddenAddress("denied-by-operator")),
        Case(deny: ["::/0"], address: "8.8.8.8", verdict: .allowed),
        // Mapped addresses are IPv4 on both sides.
        Case(allow: ["10.0.0.0/8"], address: "::ffff:10.1.1.1", verdict: .allowed),
        Case(allow: ["::ffff:10.0.0.0/104"], address: "10.1.1.1", verdict: .allowed),
        Case(deny: ["8.8.8.8"], address: "::ffff:8.8.8.8", verdict: .forbiddenAddress("denied-by-operator")),
    ]

    @Test(arguments: operatorCases) func `the operator's rules change the verdict`(_ item: Case) throws {
        let rules = try AddressRulesTests.rules(allow: item.allow, deny: item.deny)
        #expect(try AddressRulesTests.verdict(item.address, item.port, rules) == item.verdict)
    }

    @Test(arguments: ["127.0.0.1", "::1", "0.0.0.0", "::ffff:127.0.0.1", "9.9.9.9", "::ffff:9.9.9.9"])
    func `a connection to this process is refused whatever is allowed`(_ address: String) throws {
        let rules = try AddressRulesTests.rules(
            allow: ["127.0.0.0/8", "::1/128", "0.0.0.0/8", "9.9.9.9"], ownPorts: [8080], own: ["9.9.9.9"])
        #expect(try AddressRulesTests.verdict(address, 8080, rules) == .forbiddenAddress("own-listener"))
        #expect(try AddressRulesTests.verdict(address, 8081, rules) == .allowed)
        #expect(try AddressRulesTests.verdict("9.9.9.8", 8080, rules) == .forbiddenPort)
    }

    @Test func `this machine's public address needs an allowance`() throws {
        let rules = try AddressRulesTests.rules(own: ["9.9.9.9"])
        #expect(try AddressRulesTests.verdict("9.9.9.9", 443, rules) == .forbiddenAddress("own-address"))
        let allowing = try AddressRulesTests.rules(allow: ["9.0.0.0/8"], own: ["9.9.9.9"])
        #expect(try AddressRulesTests.verdict("9.9.9.9", 443, allowing) == .allowed)
    }

    @Test func `this machine's addresses have the loopback among them`() throws {
        #expect(IPAddress.ofThisMachine().contains(try #require(IPAddress("127.0.0.1"))))
    }

    /// A second reading of the same list: strings of bits, compared by their beginning.
    static func naiveName(_ address: IPAddress) -> String? {
        let address = address.unmapped
        func text(_ address: IPAddress) -> String {
            let digits = String(address.bits, radix: 2)
            return String(repeating: "0", count: address.family.width - digits.count) + digits
        }
        let rows = (address.family == .ipv4 ? AddressTable.ipv4 : AddressTable.ipv6)
            .sorted { $0.prefix.length > $1.prefix.length }
        let found = rows.first { text(address).hasPrefix(text($0.prefix.address).prefix($0.prefix.length)) }
        if let found { return found.name }
        guard address.family == .ipv6 else { return nil }
        let hex = String(text(address).dropFirst(64).prefix(32))
        let isatap = ["5efe", "2005efe"].compactMap { UInt32($0, radix: 16) }
        if let high = UInt32(hex, radix: 2), isatap.contains(high) { return "isatap" }
        return text(address).hasPrefix("001") ? nil : "not-global-unicast"
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `a naive second reading agrees on random addresses`(_ seed: UInt64)
        throws
    {
        var random = SeededGenerator(seed: seed)
        let rules = try AddressRulesTests.rules()
        let prefixes = (AddressTable.ipv4 + AddressTable.ipv6 + [AddressTable.globalUnicast]).map(\.prefix)
        for _ in 0..<3000 {
            // Half of the addresses lie in or just beside a row: pure chance would hit hardly any.
            var bits = UInt128(random.next()) << 64 | UInt128(random.next())
            let row = prefixes[Int(random.next() % UInt64(prefixes.count))]
            let width = UInt64(row.address.family.width)
            let host = UInt128(1) << UInt128(random.next() % width) &- 1
            if random.next() % 2 == 0 { bits = row.address.bits | bits & host }
            if random.next() % 8 == 0 { bits = bits & 0xffff_ffff | 0xffff << 32 }
            if random.next() % 16 == 0 { bits = bits & ~(0xffff_ffff << 32) | 0x0000_5efe << 32 }
            let address =
                row.address.family == .ipv4
                ? IPAddress(ipv4: UInt32(truncatingIfNeeded: bits)) : IPAddress(ipv6: bits)
            let verdict = rules.verdict(on: SocketAddress(address, port: 443))
            let expected = AddressRulesTests.naiveName(address).map(AddressRules.Verdict.forbiddenAddress) ?? .allowed
            #expect(verdict == expected, "seed \(seed), \(address)")
        }
    }
}
