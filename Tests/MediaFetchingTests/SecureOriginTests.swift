import Fixtures
import LoopbackOrigin
import MediaFetching
import Telemetry
import Testing

/// TLS and HTTP/2 against a real nginx.
@Suite(.timeLimit(.minutes(20))) struct SecureOriginTests {
    /// A fetcher that trusts an origin's authority and may reach nothing but its port.
    static func bench(
        _ origin: SecureOrigin, trusting: Bool = true, _ change: (inout FetchConfiguration) -> Void = { _ in }
    ) throws -> FetchBench {
        try FetchBench(routes: [:]) { configuration in
            configuration.allowedNetworks = ["127.0.0.1/32", "::1/128"].map { address in
                .init(address.contains(":") ? "[::1]:\(origin.port)" : "\(address):\(origin.port)")
            }
            configuration.authoritiesFile = trusting ? origin.authoritiesFile : nil
            change(&configuration)
        }
    }

    @Test(arguments: [false, true]) func `two fetches to one origin use one connection`(_ atOnce: Bool) async throws {
        guard let origin = try await SecureOrigin.start(orSkipping: "2 cases of connection reuse over TLS") else {
            return
        }
        let photo = try Fixture.bytes("photo.jpg")
        try origin.serve(photo, as: "p.jpg")
        let bench = try Self.bench(origin)
        if atOnce {
            async let first = bench.fetch(url: origin.url("/p.jpg?1"))
            async let second = bench.fetch(url: origin.url("/p.jpg?2"))
            #expect(await [first.body, second.body] == [photo, photo])
        } else {
            for index in 1...2 { #expect(await bench.fetch(url: origin.url("/p.jpg?\(index)")).body == photo) }
        }
        let requests = try await origin.requests(atLeast: 2)
        #expect(requests.count == 2)
        #expect(Set(requests.map(\.connection)).count == 1)
        #expect(requests.allSatisfy { $0.version == "HTTP/2.0" && $0.security == "TLSv1.3" })
    }

    @Test func `fifty fetches at once over HTTP/2 use at most two connections`() async throws {
        guard let origin = try await SecureOrigin.start(orSkipping: "1 case of multiplexing") else { return }
        let photo = try Fixture.bytes("photo.jpg")
        try origin.serve(photo, as: "p.jpg")
        // Several times, since who comes first is chance.
        for round in 1...10 {
            let bench = try Self.bench(origin)
            let bodies = await withTaskGroup(of: [UInt8].self) { group in
                for index in 0..<50 {
                    group.addTask { await bench.fetch(url: origin.url("/p.jpg?\(round)-\(index)")).body }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(bodies.count { $0 == photo } == 50)
            let requests = try await origin.requests(atLeast: 50 * round).suffix(50)
            #expect(Set(requests.map(\.target)).count == 50)
            let connections = Set(requests.map(\.connection)).count
            #expect(connections <= 2, "\(connections) connections")
        }
    }

    @Test func `an origin without HTTP/2 gets at most six connections, and each is used again`() async throws {
        let started = try await SecureOrigin.start(orSkipping: "1 case of HTTP/1.1 over TLS") {
            $0.isMultiplexing = false
        }
        guard let origin = started else { return }
        try origin.serve([1, 2, 3], as: "p")
        let bench = try Self.bench(origin)
        let bodies = await withTaskGroup(of: [UInt8].self) { group in
            for index in 0..<40 { group.addTask { await bench.fetch(url: origin.url("/p?\(index)")).body } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies.count { $0 == [1, 2, 3] } == 40)
        let requests = try await origin.requests(atLeast: 40)
        #expect(Set(requests.map(\.connection)).count <= 6)
        #expect(requests.allSatisfy { $0.version == "HTTP/1.1" })
    }

    /// The versions a server offers, and whether it is spoken to.
    static let versions: [(String, String?)] = [
        ("TLSv1", nil), ("TLSv1.1", nil), ("TLSv1.2", "TLSv1.2"), ("TLSv1.3", "TLSv1.3"),
        ("TLSv1.1 TLSv1.2", "TLSv1.2"),
    ]

    @Test(arguments: versions) func `speaks TLS 1.2 and later, and nothing before`(
        _ offered: String, _ spoken: String?
    ) async throws {
        let started = try await SecureOrigin.start(orSkipping: "1 case of TLS versions") { $0.versions = offered }
        guard let origin = started else { return }
        try origin.serve([1], as: "p")
        let outcome = await (try Self.bench(origin)).fetch(url: origin.url("/p"))
        #expect(outcome.failure?.reason == (spoken == nil ? .tlsFailure : nil))
        #expect(outcome.body == (spoken == nil ? [] : [1]))
        if let spoken { #expect(try await origin.requests(atLeast: 1).map(\.security) == [spoken]) }
    }

    @Test func `a certificate that nobody vouches for is a tls-failure`() async throws {
        let started = try await SecureOrigin.start(orSkipping: "3 cases of certificates") { $0.isTrusted = false }
        guard let origin = started else { return }
        try origin.serve([1], as: "p")
        #expect(await (try Self.bench(origin)).fetch(url: origin.url("/p")).failure?.reason == .tlsFailure)
        #expect(try await origin.requests().isEmpty)
    }

    @Test func `the system's authorities count where no others are named, and those alone where they are`() async throws
    {
        guard let origin = try await SecureOrigin.start(orSkipping: "2 cases of certificates") else { return }
        try origin.serve([1], as: "p")
        let failure = await (try Self.bench(origin, trusting: false)).fetch(url: origin.url("/p")).failure
        #expect(failure?.reason == .tlsFailure)
        #expect(failure?.detail.contains("certificate") == true)
        #expect(await (try Self.bench(origin)).fetch(url: origin.url("/p")).body == [1])
    }

    @Test func `a certificate of another name is a tls-failure`() async throws {
        let started = try await SecureOrigin.start(orSkipping: "2 cases of names") { $0.names = "DNS:localhost" }
        guard let origin = started else { return }
        try origin.serve([1], as: "p")
        let bench = try Self.bench(origin)
        #expect(await bench.fetch(url: origin.url("/p", host: "127.0.0.1")).failure?.reason == .tlsFailure)
        #expect(await bench.fetch(url: origin.url("/p")).body == [1])
    }

    @Test func `a certificate whose time is over is a tls-failure`() async throws {
        let started = try await SecureOrigin.start(orSkipping: "1 case of expiry") { $0.validity = ["-days", "-1"] }
        guard let origin = started else { return }
        try origin.serve([1], as: "p")
        let failure = await (try Self.bench(origin)).fetch(url: origin.url("/p")).failure
        #expect(failure?.reason == .tlsFailure)
        #expect(failure?.detail.contains("expired") == true, "\(failure?.detail ?? "")")
    }

    @Test func `a family whose address is refused or dead is passed over for the other`() async throws {
        guard let origin = try await SecureOrigin.start(orSkipping: "2 cases of two address families") else { return }
        try origin.serve([1], as: "p")
        if !origin.hasIPv6 { print("skipped: 1 case of two address families (this machine has no IPv6)") }
        for network in ["127.0.0.1/32:\(origin.port)"] + (origin.hasIPv6 ? ["[::1]:\(origin.port)"] : []) {
            let bench = try Self.bench(origin) { $0.allowedNetworks = [.init(network)] }
            #expect(await bench.fetch(url: origin.url("/p")).body == [1], "\(network)")
        }
        // Nothing listens at this port over IPv6.
        let plain = try LoopbackOrigin(routes: ["/p": .body([2])])
        let bench = try FetchBench(plain) { $0.allowedNetworks.append(.init("[::1]:\(plain.port)")) }
        #expect(await bench.fetch(url: "http://localhost:\(plain.port)/p").body == [2])
    }

    @Test func `the request target goes out byte for byte over HTTP/2 too`() async throws {
        let started = try await SecureOrigin.start(orSkipping: "23 request targets over HTTP/2") {
            $0.locations = "merge_slashes off; location / { return 204; }"
        }
        guard let origin = started else { return }
        // Two of them are one URL, which fails both times.
        let bench = try Self.bench(origin) { $0.backOff = .none }
        // What is no escape at all nginx refuses without a line in its log.
        let targets = FetchTargetTests.sent.filter { !$0.0.contains("%zz") }
        for (index, (target, expected)) in targets.enumerated() {
            let status = await bench.fetch(url: origin.url(target)).failure?.httpStatus
            // What nginx cannot decode or finds outside of its root it refuses; it was asked for all the same.
            #expect(status == 204 || status == 400, "\(target)")
            let seen = try await origin.requests(atLeast: index + 1).map(\.target)
            #expect(seen.count == index + 1)
            #expect(seen.last == expected)
        }
    }
}
