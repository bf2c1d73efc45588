import Fixtures
import LoopbackOrigin
import MediaFetching
import Testing

/// The folder origin that demonstrations use, through the fetcher.
@Suite(.timeLimit(.minutes(20)))
struct OriginFolderTests {
    static let folder = Fixture.repository + "/Tests/Fixtures/Media"

    @Test func `serves files with their type, and says when they have not changed`() async throws {
        let bench = try FetchBench(LoopbackOrigin(serving: OriginFolder(path: OriginFolderTests.folder)))
        let first = await bench.fetch("/photo.jpg")
        #expect(try first.body == Fixture.bytes("photo.jpg"))
        let answer = try #require(first.answer)
        #expect(answer.contentType == "image/jpeg")
        #expect(await bench.fetch("/photo.jpg", validators: answer.validators).answer?.notModified == true)
    }

    @Test func `serves the same file in pieces`() async throws {
        let folder = OriginFolder(path: OriginFolderTests.folder, pieceBytes: 10_000, pauseMilliseconds: 1)
        let bench = try FetchBench(LoopbackOrigin(serving: folder))
        #expect(try await bench.fetch("/slow/photo.jpg").body == Fixture.bytes("photo.jpg"))
    }

    @Test(arguments: ["/none.jpg", "/../Fixture.swift", "/", "/a/../photo.jpg", "/%2e%2e/Fixture.swift", "/slow/"])
    func `serves nothing else`(_ target: String) async throws {
        let bench = try FetchBench(LoopbackOrigin(serving: OriginFolder(path: OriginFolderTests.folder)))
        #expect(await bench.fetch(target).failure?.httpStatus == 404)
    }
}
