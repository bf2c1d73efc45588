import Fixtures
import Testing

/// `GET /preview`: whether it is there, for whom, and with which fields.
@Suite(.timeLimit(.minutes(20))) struct PreviewRouteTests {
    private static let token = String(repeating: "token-", count: 4)

    @Test func `has no page unless it is asked for`() async throws {
        let daemon = try await Daemon.start()
        #expect(try await daemon.get("/preview").status == 404)
        #expect(try await !daemon.get("/openapi.json").text.contains("/preview"))
    }

    @Test func `is described with both ways to send a token`() async throws {
        let daemon = try await Daemon.start(["--preview"])
        let paths = try JSONData(try await daemon.get("/openapi.json").body)["paths"]
        for method in ["get", "head"] {
            let operation = try #require(paths?["/preview"]?[method])
            let ways = operation["security"]?.elements.map { $0.members.map(\.name) }
            #expect(ways == [["token"], ["password"], []])
            #expect((operation["responses"]?["200"]?["content"]?["text/html"] != nil) == (method == "get"))
        }
        let plain = paths?["/v1/cache"]?["get"]?["security"]?.elements.map { $0.members.map(\.name) }
        #expect(plain == [["token"], []], "nothing else takes a password")
    }

    @Test(arguments: [["--preview"], []]) func `sends a page under a policy that lets nothing else in`(
        options: [String]
    ) async throws {
        let environment = options.isEmpty ? ["ATTACHD_PREVIEW": "1"] : [:]
        let daemon = try await Daemon.start(options, environment: environment)
        let answer = try await daemon.get("/preview")
        #expect(answer.status == 200)
        #expect(answer.field("content-type") == "text/html; charset=utf-8")
        #expect(answer.field("x-content-type-options") == "nosniff")
        let policy = try #require(answer.field("content-security-policy"))
        let parts = policy.split(separator: ";").map { $0.drop { $0 == " " } }
        #expect(parts.contains("default-src 'none'") && parts.contains("frame-ancestors 'none'"))
        #expect(
            parts.filter { $0.hasPrefix("script-src") || $0.hasPrefix("style-src") }.allSatisfy {
                $0.contains(" 'sha256-") && !$0.contains("unsafe") && $0.split(separator: " ").count == 2
            })
        #expect(!policy.contains("http") && !policy.contains("*"))
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(text.hasPrefix("<!DOCTYPE html>"))
        #expect(!text.contains("http-equiv"))
        #expect(try await daemon.ask("HEAD /preview HTTP/1.1\r\nHost: h\r\n\r\n", toHead: true).status == 200)
        #expect(try await daemon.post("/preview", "{}").status == 405)
        #expect(try await daemon.get("/preview?x=1").status == 400)
    }

    @Test func `lets in who has a token, also as the password of a browser's dialogue`() async throws {
        let folder = try TemporaryFolder()
        TextFile.write(Self.token + "\n", to: folder.path + "/tokens")
        let daemon = try await Daemon.start(
            ["--preview", "--token-file", folder.path + "/tokens"], in: folder, hasPort: true)
        // "me:" and the token, "me:" and another one, the token without a colon, and no base 64.
        let cases: [(field: String, status: Int)] = [
            ("", 401), ("Authorization: Bearer \(Self.token)\r\n", 200),
            ("Authorization: Basic bWU6dG9rZW4tdG9rZW4tdG9rZW4tdG9rZW4t\r\n", 200),
            ("authorization: basic  bWU6dG9rZW4tdG9rZW4tdG9rZW4tdG9rZW4t\r\n", 200),
            ("Authorization: Basic bWU6dG9rZW4tdG9rZW4tdG9rZW4tdG9rZW4x\r\n", 401),
            ("Authorization: Basic dG9rZW4tdG9rZW4tdG9rZW4tdG9rZW4t\r\n", 401),
            ("Authorization: Basic ====\r\n", 401), ("Authorization: Basic bWU6!\r\n", 401),
            ("Authorization: Basic \r\n", 401),
        ]
        for (field, status) in cases {
            let client = try daemon.networkClient()
            await client.send("GET /preview HTTP/1.1\r\nHost: h\r\n\(field)\r\n")
            let answer = try #require(await client.answer())
            #expect(answer.status == status, "\(field)")
            if status == 401 {
                let schemes = answer.fields.filter { $0.name.lowercased() == "www-authenticate" }.map(\.value)
                #expect(schemes.count == 2 && schemes.contains { $0.hasPrefix("Basic realm=") }, "\(field)")
            }
        }
        // Nothing else takes a password, which a browser would send on its own.
        let client = try daemon.networkClient()
        await client.send(
            Daemon.postText(
                "/v1/content", "{}", "Authorization: Basic bWU6dG9rZW4tdG9rZW4tdG9rZW4tdG9rZW4t\r\n"))
        let answer = try #require(await client.answer())
        #expect(answer.status == 401)
        #expect(answer.field("www-authenticate")?.hasPrefix("Bearer") == true)
    }
}
