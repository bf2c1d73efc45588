import Fixtures
import LoopbackOrigin
import Testing

/// What the daemon really answers, held against its description.
@Suite(.timeLimit(.minutes(20))) struct DescribedAnswersTests {
    @Test func `every answer has the members that the description says, and no others`() async throws {
        let origin = try Payload.origin()
        let daemon = try await Daemon.start(["--public-base-url", "https://media.example.com"])
        let check = SchemaCheck(try JSONData(try await daemon.get("/openapi.json").body))
        func expect(_ answer: RawAnswer, _ status: Int, _ schema: String) throws {
            #expect(answer.status == status, "\(answer.text)")
            #expect(try check.problems(of: JSONData(answer.body), by: schema) == [], "\(answer.text)")
        }
        let media = Payload.of(
            ["photo.jpg", "clip.mp4", "sound.mp3", "animation.gif", "photo.webp", "gone"].map { origin.url("/\($0)") })
        let picture = #"{"url":"\#(origin.url("/photo.jpg"))","identifier":"hero"}"#
        try expect(try await daemon.post("/v1/content", media), 200, "Descriptor")
        try expect(try await daemon.post("/v1/content", media), 200, "Descriptor")
        try expect(
            try await daemon.post("/v1/content", #"{"aps":{"alert":"x"},"image":"http://h/a"}"#), 200, "Descriptor")
        try expect(try await daemon.post("/v1/attachments", picture), 200, "AttachmentAnswer")
        try expect(try await daemon.post("/v1/attachments", #"{"url":5,"options":[]}"#), 200, "AttachmentAnswer")
        try expect(try await daemon.get("/v1/cache"), 200, "CacheStatistics")
        try expect(try await daemon.get("/v1/cache/entries"), 200, "CacheEntries")
        try expect(try await daemon.get("/v1/cache/entries?limit=1"), 200, "CacheEntries")
        try expect(try await daemon.get("/v1/cache/verify"), 200, "VerifyProgress")
        try expect(try await daemon.post("/v1/cache/verify?repair=false", ""), 200, "VerifyReport")
        try expect(try await daemon.post("/v1/cache/gc", ""), 200, "RemovalReport")
        try expect(try await daemon.get("/v1/flights"), 200, "Flights")
        try expect(try await daemon.get("/readyz"), 200, "Readiness")
        try expect(try await daemon.post("/v1/content", "{"), 400, "Problem")
        try expect(try await daemon.get("/v1/cache?x=1"), 400, "Problem")
        try expect(try await daemon.get("/nowhere"), 404, "Problem")
        let client = try daemon.client()
        let list = "\(origin.url("/photo.jpg"))\nnonsense\n\(origin.url("/gone"))\n"
        await client.send(Daemon.postText("/v1/prewarm", list, "Connection: close\r\n"))
        // Chunks begin and end with whole lines, so what is no object is a chunk's size.
        let results = try #require(await client.rest()).split(separator: UInt8(ascii: "\n")).filter {
            $0.first == UInt8(ascii: "{")
        }
        #expect(results.count == 3)
        for line in results { #expect(try check.problems(of: JSONData(Array(line)), by: "PrewarmResult") == []) }
        try expect(try await daemon.post("/v1/cache/purge", #"{"all":true}"#), 200, "RemovalReport")
        #expect(await daemon.stop() == 0)
    }

    @Test(arguments: [
        ("a kind that no entry has", "GET", "/v1/cache/entries?kind=pictures", ""),
        ("a word for yes that is not known", "GET", "/v1/cache/entries?full=yes", ""),
        ("a repair that is neither", "POST", "/v1/cache/verify?repair=1", ""),
        ("a purge of nothing", "POST", "/v1/cache/purge", "{}"),
        ("a purge of no object", "POST", "/v1/cache/purge", "[]"),
        ("a purge with a member that is unknown", "POST", "/v1/cache/purge", #"{"all":true,"hots":"a"}"#),
        ("a purge with one target twice", "POST", "/v1/cache/purge", #"{"host":"a","host":"b"}"#),
        ("a purge of a URL that is no text", "POST", "/v1/cache/purge", #"{"url":5}"#),
        ("a purge of a host without a name", "POST", "/v1/cache/purge", #"{"host":""}"#),
        ("a purge of all that says no", "POST", "/v1/cache/purge", #"{"all":false}"#),
        ("a purge of all by a number", "POST", "/v1/cache/purge", #"{"all":1}"#),
    ])
    func `refuses what it would have to guess at`(_ name: String, _ method: String, _ target: String, _ body: String)
        async throws
    {
        let daemon = try await Daemon.start()
        let answer = method == "GET" ? try await daemon.get(target) : try await daemon.post(target, body)
        #expect(answer.status == 400, "\(name): \(answer.text)")
        #expect(await daemon.stop() == 0)
    }
}
