import CLinux
import Glibc
import Synchronization
import Telemetry

/// A real nginx on loopback with TLS and HTTP/2, a certificate made for the occasion, and a log that tells connections
/// apart. Ended with the last reference.
package final class SecureOrigin: Sendable {
    /// One request as nginx logged it.
    package struct Request: Sendable, Equatable {
        /// The serial number of the connection.
        package let connection: Int
        /// `HTTP/2.0` or `HTTP/1.1`.
        package let version: String
        /// `TLSv1.3` and the like.
        package let security: String
        /// The status that was answered.
        package let status: Int
        /// The request target.
        package let target: String
    }

    /// What a test wants of it.
    package struct Settings: Sendable {
        /// The TLS versions, in nginx's words.
        package var versions = "TLSv1.2 TLSv1.3"
        /// Whether HTTP/2 is offered.
        package var isMultiplexing = true
        /// The certificate's names, in OpenSSL's words.
        package var names = "DNS:localhost,IP:127.0.0.1"
        /// The certificate's validity, in the words of `openssl x509 -req`.
        package var validity = ["-days", "2"]
        /// Whether the certificate is signed by the authority of `authoritiesFile`.
        package var isTrusted = true
        /// Bytes of pictures sent each second on a connection of a request; nil without a limit.
        package var rate: String?
        /// Lines of nginx's own language inside the server.
        package var locations = ""

        /// The usual.
        package init() {}
    }

    /// The port.
    package let port: UInt16
    /// Whether it listens on `::1` too; not where the machine has no IPv6.
    package let hasIPv6: Bool
    /// The certificate of the authority that signed the server's.
    package let authoritiesFile: String
    /// The folder that it serves.
    package let root: String
    private let folder: TemporaryFolder
    private let program: RunningProgram

    /// Makes certificates and starts nginx; nil, with a line that says so, where nginx or openssl is missing.
    package static func start(
        orSkipping cases: String, _ change: (inout Settings) -> Void = { _ in }
    ) async throws -> SecureOrigin? {
        let programs = ["/usr/sbin/nginx", "/usr/bin/openssl"]
        guard programs.allSatisfy({ unsafe access($0, X_OK) == 0 }) else {
            print("skipped: \(cases) (nginx or openssl is missing; install nginx-light and openssl)")
            return nil
        }
        var settings = Settings()
        change(&settings)
        let folder = try TemporaryFolder()
        try await makeCertificates(in: folder.path, settings)
        // A port may be taken between finding it and listening on it.
        for _ in 0..<20 {
            let origin = try SecureOrigin(folder, FreePort(), settings)
            if await origin.isListening() { return origin }
        }
        throw FixtureError.unreadable("nginx", EADDRINUSE)
    }

    private init(_ folder: TemporaryFolder, _ free: FreePort, _ settings: Settings) throws {
        self.folder = folder
        port = free.port
        hasIPv6 = free.hasIPv6
        authoritiesFile = folder.path + "/authority.pem"
        root = folder.path + "/root"
        _ = unsafe mkdir(root, 0o755)
        let certificate = settings.isTrusted ? "server" : "stranger"
        let protocolName = settings.isMultiplexing ? " http2" : ""
        let text = """
            daemon off; master_process off; worker_processes 1; pid \(folder.path)/nginx.pid;
            error_log \(folder.path)/error.log;
            events { worker_connections 512; }
            http {
              log_format tally escape=none '$connection $server_protocol $ssl_protocol $status $request_uri';
              access_log \(folder.path)/access.log tally;
              client_body_temp_path \(folder.path)/t1; proxy_temp_path \(folder.path)/t2;
              fastcgi_temp_path \(folder.path)/t3; uwsgi_temp_path \(folder.path)/t4; scgi_temp_path \(folder.path)/t5;
              keepalive_requests 10000;
              server {
                listen 127.0.0.1:\(port) ssl\(protocolName);
                \(hasIPv6 ? "listen [::1]:\(port) ssl\(protocolName);" : "")
                ssl_certificate \(folder.path)/\(certificate).pem; ssl_certificate_key \(folder.path)/\(certificate).key;
                ssl_protocols \(settings.versions); ssl_ciphers ALL:@SECLEVEL=0;
                root \(root);
                \(settings.rate.map { "limit_rate \($0);" } ?? "")
                \(settings.locations)
              }
            }
            """
        try SecureOrigin.write(Array(text.utf8), to: folder.path + "/nginx.conf")
        program = try RunningProgram(
            "/usr/sbin/nginx", ["-p", folder.path, "-e", folder.path + "/error.log", "-c", folder.path + "/nginx.conf"])
    }

    /// `https://localhost:PORT` and a request target.
    package func url(_ target: String, host: String = "localhost") -> String {
        "https://\(host):\(port)\(target)"
    }

    /// Puts a file where it is served.
    package func serve(_ bytes: [UInt8], as name: String) throws {
        try SecureOrigin.write(bytes, to: root + "/" + name)
    }

    /// The requests that have been answered whole. nginx logs each after its last byte: a client may have read that first,
    /// so that a test names how many it waits for; fewer are there if they do not come within minutes.
    package func requests(atLeast count: Int = 0) async throws -> [Request] {
        let end = ContinuousClock.now + .seconds(300)
        while true {
            let log = (try? Fixture.readFile(folder.path + "/access.log")) ?? []
            let requests = String(decoding: log, as: UTF8.self).split(separator: "\n").compactMap(SecureOrigin.request)
            if requests.count >= count || ContinuousClock.now >= end { return requests }
            sched_yield()
            await Task.yield()
        }
    }

    private static func request(_ line: Substring) -> Request? {
        let parts = line.split(separator: " ", maxSplits: 4).map(String.init)
        guard parts.count == 5, let connection = Int(parts[0]), let status = Int(parts[3]) else { return nil }
        return Request(
            connection: connection, version: parts[1], security: parts[2], status: status, target: parts[4])
    }

    /// Waits until it listens, on all addresses and itself: it writes its process number after that. A connection would show
    /// less, since another server may have taken the port. False once it has ended.
    private func isListening() async -> Bool {
        let number = "\(program.process)\n"
        while true {
            let hasEnded = kill(program.process, 0) != 0
            let text = (try? Fixture.readFile(folder.path + "/nginx.pid")) ?? []
            if String(decoding: text, as: UTF8.self) == number { return true }
            if hasEnded { return false }
            sched_yield()
            await Task.yield()
        }
    }

    private static func makeCertificates(in path: String, _ settings: Settings) async throws {
        let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        func openssl(_ words: [String]) async throws {
            let run = try await ProgramRun.of("/usr/bin/openssl", words)
            guard run.status == 0 else { throw FixtureError.unreadable("openssl: " + run.messages, 0) }
        }
        for name in ["authority", "stranger"] {
            try await openssl(
                ["req", "-x509"] + curve + [
                    "-keyout", "\(path)/\(name).key", "-out", "\(path)/\(name).pem", "-subj", "/CN=\(name)", "-days",
                    "2",
                    "-addext", "subjectAltName=\(settings.names)",
                ])
        }
        try await openssl(
            ["req"] + curve + [
                "-keyout", "\(path)/server.key", "-out", "\(path)/server.csr", "-subj", "/CN=server",
            ])
        try write(Array("subjectAltName=\(settings.names)\n".utf8), to: path + "/names")
        try await openssl(
            [
                "x509", "-req", "-in", "\(path)/server.csr", "-CA", "\(path)/authority.pem", "-CAkey",
                "\(path)/authority.key", "-CAcreateserial", "-out", "\(path)/server.pem", "-extfile", "\(path)/names",
            ] + settings.validity)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FixtureError.unreadable(path, errno) }
        defer { close(descriptor) }
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw FixtureError.unreadable(path, errno) }
    }
}
