import MediaFetching
import Testing

/// The table of host spellings, schemes and lengths, and what goes out of the good ones.
struct FetchTargetTests {
    static func rules(_ change: (inout FetchConfiguration) -> Void = { _ in }) throws -> URLRules {
        var configuration = FetchConfiguration()
        change(&configuration)
        return try URLRules(configuration, ownAddresses: [])
    }

    static func reason(_ url: String, _ rules: URLRules) -> FetchFailure.Reason? {
        do throws(FetchFailure) {
            _ = try FetchTarget.parse(url, rules: rules)
            return nil
        } catch {
            return error.reason
        }
    }

    static let refused: [(String, FetchFailure.Reason)] = [
        // Spellings of an address.
        ("http://2130706433/", .forbiddenAddress), ("http://0x7f000001/", .forbiddenAddress),
        ("http://0x7f.1/", .forbiddenAddress), ("http://0177.0.0.1/", .forbiddenAddress),
        ("http://017700000001/", .forbiddenAddress), ("http://127.1/", .forbiddenAddress),
        ("http://0300.0250.1/", .forbiddenAddress), ("http://0/", .forbiddenAddress),
        ("http://0.0.0.0/", .forbiddenAddress), ("http://127.0.0.1./", .forbiddenAddress),
        ("http://8.8.8.8./", .invalidURL), ("http://4294967296/", .invalidURL),
        ("http://0x100000000/", .invalidURL), ("http://256.256.256.256/", .invalidURL),
        ("http://1.2.3.4.5/", .invalidURL), ("http://a.example.0x7f/", .invalidURL),
        // Spellings of a name.
        ("http://%31%32%37.0.0.1/", .invalidURL), ("http://loc%61lhost/", .invalidURL),
        ("http://①②⑦.⓪.⓪.①/", .invalidURL), ("http://127。0。0。1/", .invalidURL), ("http://bücher.example/", .invalidURL),
        ("http://localhost/", .forbiddenAddress), ("http://LOCALHOST./", .forbiddenAddress),
        ("http://foo.localhost/", .forbiddenAddress), ("http://printer.local/", .forbiddenAddress),
        ("http://a.internal/", .forbiddenAddress), ("http://a.lan/", .forbiddenAddress),
        ("http://a.home.arpa/", .forbiddenAddress), ("http://a.onion/", .forbiddenAddress),
        ("http://intranet/", .forbiddenAddress), ("http://metadata.google.internal/", .forbiddenAddress),
        ("http://metadata/", .forbiddenAddress), ("http://instance-data/", .forbiddenAddress),
        ("http://a..example/", .invalidURL), ("http://.example/", .invalidURL), ("http://a.example../", .invalidURL),
        ("http://a!b.example/", .invalidURL), ("http://a\u{0}b.example/", .invalidURL),
        ("http://a%0d%0a.example/", .invalidURL), ("http://a%00.example/", .invalidURL),
        // IPv6.
        ("http://[::1]/", .forbiddenAddress), ("http://[::]/", .forbiddenAddress),
        ("http://[::127.0.0.1]/", .forbiddenAddress), ("http://[::ffff:127.0.0.1]/", .forbiddenAddress),
        ("http://[::ffff:7f00:1]/", .forbiddenAddress), ("http://[fe80::1%25eth0]/", .forbiddenAddress),
        ("http://[2606:4700::1%25eth0]/", .forbiddenAddress), ("http://[2002:a9fe:a9fe::]/", .forbiddenAddress),
        ("http://[::1/", .invalidURL), ("http://[nonsense]/", .invalidURL), ("http://::1/", .invalidURL),
        // Tricks with delimiters.
        ("http://good@127.0.0.1/", .invalidURL), ("http://user:word@a.example/", .invalidURL),
        ("http://good\\@127.0.0.1/", .invalidURL), ("http://127.0.0.1\\@good/", .invalidURL),
        ("http://a.example/a\\b", .invalidURL), ("http://127.0.0.1#@good.example/", .forbiddenAddress),
        ("http://127.0.0.1?@good.example/", .forbiddenAddress), ("http:/127.0.0.1/", .invalidURL),
        ("http:///127.0.0.1/", .invalidURL), ("http:////127.0.0.1/", .invalidURL), ("http:127.0.0.1", .invalidURL),
        ("127.0.0.1:8080/x", .invalidURL), ("a.example:8080/x", .invalidURL), ("//a.example/x", .invalidURL),
        ("/x", .invalidURL), ("", .invalidURL), ("  ", .invalidURL), ("http://", .invalidURL), ("http", .invalidURL),
        ("http://a.example/\u{7}", .invalidURL), ("http://a.example/a\nb", .invalidURL),
        ("http://a.exa\tmple/", .invalidURL), ("http://a example/", .invalidURL), ("http://?x", .invalidURL),
        // Ports.
        ("http://a.example:0/", .forbiddenPort), ("http://a.example:22/", .forbiddenPort),
        ("http://a.example:65535/", .forbiddenPort), ("http://a.example:65536/", .invalidURL),
        ("http://a.example:80:90/", .invalidURL), ("http://a.example:x/", .invalidURL),
        ("http://8.8.8.8:8080/", .forbiddenPort), ("http://127.0.0.1:0/", .forbiddenAddress),
        // Schemes.
        ("file:///etc/hostname", .forbiddenScheme), ("ftp://h/x", .forbiddenScheme), ("ftps://h/x", .forbiddenScheme),
        ("gopher://h/x", .forbiddenScheme), ("dict://h/x", .forbiddenScheme), ("tftp://h/x", .forbiddenScheme),
        ("telnet://h/x", .forbiddenScheme), ("ldap://h/x", .forbiddenScheme), ("smb://h/x", .forbiddenScheme),
        ("scp://h/x", .forbiddenScheme), ("sftp://h/x", .forbiddenScheme), ("imap://h/x", .forbiddenScheme),
        ("pop3://h/x", .forbiddenScheme), ("smtp://h/x", .forbiddenScheme), ("rtsp://h/x", .forbiddenScheme),
        ("rtmp://h/x", .forbiddenScheme), ("mqtt://h/x", .forbiddenScheme), ("ws://h/x", .forbiddenScheme),
        ("data:image/png;base64,AAAA", .forbiddenScheme), ("blob:https://h/x", .forbiddenScheme),
        ("javascript:alert(1)", .forbiddenScheme), ("cid:part1", .forbiddenScheme),
    ]

    @Test(arguments: refused)
    func `refuses by name`(_ url: String, _ reason: FetchFailure.Reason) throws {
        #expect(try FetchTargetTests.reason(url, FetchTargetTests.rules()) == reason)
    }

    @Test(arguments: refused)
    func `refuses no less when the text goes on endlessly`(_ url: String, _ reason: FetchFailure.Reason) throws {
        let found = try FetchTargetTests.reason(
            url + String(repeating: "a", count: 100_000), FetchTargetTests.rules())
        #expect(found != nil)
    }

    static let sent: [(String, String)] = [
        ("/o/users%2Fabc%2Fimages%2F1.jpg?alt=media&token=t-1", "/o/users%2Fabc%2Fimages%2F1.jpg?alt=media&token=t-1"),
        ("/a/10%2B2.jpg?Signature=%2BtahbT%2FhZU%3D&Expires=1", "/a/10%2B2.jpg?Signature=%2BtahbT%2FhZU%3D&Expires=1"),
        ("/a/10+2.jpg?Signature=+tahbT/hZU=&Expires=1", "/a/10+2.jpg?Signature=+tahbT/hZU=&Expires=1"),
        ("/a/100%25.png", "/a/100%25.png"), ("/a/b%20c.png", "/a/b%20c.png"),
        ("/a/../b/./c.jpg", "/a/../b/./c.jpg"), ("//double//slash", "//double//slash"), ("/%zz%", "/%zz%"),
        ("/a%2fb", "/a%2fb"), ("/lone?", "/lone?"), ("", "/"), ("?x=1", "/?x=1"), ("#frag", "/"),
        ("/p?q#frag", "/p?q"), ("/p#?q", "/p"), ("/a?b?c", "/a?b?c"), ("/a;b=c,d!$&'()*~:@", "/a;b=c,d!$&'()*~:@"),
        ("/\"<>^`{|}", "/\"<>^`{|}"),
        // The repairs.
        ("/a b.png", "/a%20b.png"), ("/é.png", "/%C3%A9.png"), ("/x?q=日", "/x?q=%E6%97%A5"),
        ("/x?a[]=1", "/x?a%5B%5D=1"), ("/x ", "/x"), ("/x\r\n", "/x"),
    ]

    @Test(arguments: sent)
    func `sends the target byte for byte but for the repairs`(_ target: String, _ expected: String) throws {
        let parsed = try FetchTarget.parse("https://cdn.example" + target, rules: FetchTargetTests.rules())
        #expect(parsed.requestTarget == expected)
        #expect(parsed.cacheKey == "https://cdn.example" + expected)
    }

    static let keys: [(String, String)] = [
        ("HTTP://EXAMPLE.com./A", "http://example.com/A"), ("http://example.com:80/", "http://example.com/"),
        ("https://example.com:443/", "https://example.com/"), ("http://example.com:443/", "http://example.com:443/"),
        ("http://example.com:0080/", "http://example.com/"), ("http://example.com:/", "http://example.com/"),
        (" \t\r\nhttp://example.com/x \n", "http://example.com/x"), ("http://134744072/", "http://8.8.8.8/"),
        ("http://[2606:4700:0:0::1111]/", "http://[2606:4700::1111]/"),
        ("http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"),
        ("http://a_b.example/", "http://a_b.example/"),
    ]

    @Test(arguments: keys) func `one URL has one key`(_ url: String, _ key: String) throws {
        #expect(try FetchTarget.parse(url, rules: FetchTargetTests.rules()).cacheKey == key)
    }

    @Test func `escapes that differ are keys that differ`() throws {
        let rules = try FetchTargetTests.rules()
        let urls = ["http://a.example/%2F", "http://a.example/%2f", "http://a.example//", "http://a.example/?%2F"]
        #expect(Set(try urls.map { try FetchTarget.parse($0, rules: rules).cacheKey }).count == urls.count)
    }

    @Test(arguments: [(2047, true), (2048, true), (2049, false)])
    func `a URL has at most 2048 bytes as it is sent`(_ length: Int, _ passes: Bool) throws {
        let base = "http://a.example/"
        let url = base + String(repeating: "x", count: length - base.utf8.count)
        let reason = try FetchTargetTests.reason(
            url + "#" + String(repeating: "f", count: 100), FetchTargetTests.rules())
        #expect(reason == (passes ? nil : .invalidURL))
    }

    @Test(arguments: [(63, true), (64, false)])
    func `a label has at most 63 bytes`(_ length: Int, _ passes: Bool) throws {
        let url = "http://" + String(repeating: "a", count: length) + ".example/"
        #expect(try FetchTargetTests.reason(url, FetchTargetTests.rules()) == (passes ? nil : .invalidURL))
    }

    @Test(arguments: [(252, true), (253, true), (254, false)])
    func `a host name has at most 253 bytes`(_ length: Int, _ passes: Bool) throws {
        let tail = String(repeating: String(repeating: "a", count: 59) + ".", count: 4) + "example"
        let url = "http://" + String(repeating: "b", count: length - tail.utf8.count - 1) + "." + tail + "/"
        #expect(try FetchTargetTests.reason(url, FetchTargetTests.rules()) == (passes ? nil : .invalidURL))
    }

    @Test func `http is a forbidden scheme where only https is fetched`() throws {
        let rules = try FetchTargetTests.rules { $0.httpsOnly = true }
        #expect(FetchTargetTests.reason("http://a.example/", rules) == .forbiddenScheme)
        #expect(FetchTargetTests.reason("https://a.example/", rules) == nil)
    }

    @Test func `an allowed port is open at every allowed address`() throws {
        let rules = try FetchTargetTests.rules { $0.allowedPorts = [8080, 0] }
        #expect(FetchTargetTests.reason("http://a.example:8080/", rules) == nil)
        #expect(FetchTargetTests.reason("http://8.8.8.8:8080/", rules) == nil)
        #expect(FetchTargetTests.reason("http://a.example:8081/", rules) == .forbiddenPort)
        #expect(FetchTargetTests.reason("http://a.example:0/", rules) == .forbiddenPort)
        #expect(FetchTargetTests.reason("http://10.0.0.1:8080/", rules) == .forbiddenAddress)
    }

    @Test func `an allowed network opens its literals, its names and its port`() throws {
        let rules = try FetchTargetTests.rules { $0.allowedNetworks = [.init("127.0.0.0/8:8080")] }
        #expect(FetchTargetTests.reason("http://127.0.0.1:8080/", rules) == nil)
        #expect(FetchTargetTests.reason("http://localhost:8080/", rules) == nil)
        #expect(FetchTargetTests.reason("http://media.internal:8080/", rules) == nil)
        #expect(FetchTargetTests.reason("http://127.0.0.1:8081/", rules) == .forbiddenAddress)
        #expect(FetchTargetTests.reason("http://localhost/", rules) == .forbiddenAddress)
        #expect(FetchTargetTests.reason("http://a.example:8081/", rules) == .forbiddenPort)
        #expect(FetchTargetTests.reason("http://metadata.google.internal:8080/", rules) == .forbiddenAddress)
    }

    @Test(arguments: [
        ("https://a.example/p", "https://a.example/p"), ("https://a.example/p?x=1&y=2", "https://a.example/p?x=*&y=*"),
        ("https://a.example/p?token", "https://a.example/p?*"), ("https://a.example/p?", "https://a.example/p?"),
        ("https://a.example/p?a=b=c#s", "https://a.example/p?a=*"),
        ("https://a.example/?a=/?&b", "https://a.example/?a=*&*"),
    ])
    func `the redacted form has no value of the query`(_ url: String, _ redacted: String) throws {
        #expect(try FetchTarget.parse(url, rules: FetchTargetTests.rules()).redacted == redacted)
    }
}
