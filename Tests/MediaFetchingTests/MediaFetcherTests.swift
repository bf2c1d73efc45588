import Fixtures
import LoopbackOrigin
import MediaFetching
import Testing

@Suite(.timeLimit(.minutes(20)))
struct MediaFetcherTests {
    @Test func `brings a body whole, with what the origin says of it`() async throws {
        let photo = try Fixture.bytes("photo.jpg")
        let bench = try FetchBench(routes: [
            "/p": .body(photo, [("Content-Type", "image/jpeg"), ("ETag", "\"v1\""), ("Last-Modified", "yesterday")])
        ])
        let outcome = await bench.fetch("/p")
        #expect(outcome.body == photo)
        let answer = try #require(outcome.answer)
        #expect(answer.bytes == Int64(photo.count))
        #expect(answer.contentType == "image/jpeg")
        #expect(answer.validators == Validators(etag: "\"v1\"", lastModified: "yesterday"))
        #expect(answer.finalURL == bench.origin.url("/p"))
        #expect(answer.redirects == 0)
        #expect(!answer.notModified)
    }

    @Test func `asks once, with GET, naming the supported types and no coding`() async throws {
        let bench = try FetchBench(routes: ["/p": .body([1])]) { $0.userAgent = "tester/9" }
        _ = await bench.fetch("/p")
        let requests = bench.origin.requests
        #expect(requests.count == 1)
        let request = try #require(requests.first)
        #expect(request.method == "GET")
        #expect(
            request.fields.map { $0.name.lowercased() }.sorted() == ["accept", "accept-encoding", "host", "user-agent"])
        #expect(request.header("Host") == bench.origin.authority)
        #expect(request.header("User-Agent") == "tester/9")
        #expect(request.header("Accept-Encoding") == "identity")
        let accept = try #require(request.header("Accept"))
        #expect(!accept.contains("*"))
        for type in ["image/jpeg", "image/png", "image/gif", "image/tiff", "video/mp4", "audio/x-caf"] {
            #expect(accept.contains(type))
        }
    }
}
