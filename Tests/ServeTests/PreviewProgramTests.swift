import Fixtures
import LoopbackOrigin
import NotificationContent
import PreviewPage
import Testing

/// `attachd preview`, run as a person would.
@Suite(.timeLimit(.minutes(20))) struct PreviewProgramTests {
    private static let gone = "/gone/picture.jpg"

    private let folder: TemporaryFolder
    private let origin: LoopbackOrigin

    init() throws {
        folder = try TemporaryFolder()
        origin = try LoopbackOrigin(serving: OriginFolder(path: Fixture.repository + "/Tests/Fixtures/Media"))
    }

    private var words: [String] {
        ["preview", "--allow-net", "127.0.0.0/8", "--cache-dir", folder.path + "/cache"]
    }

    private func payload(_ paths: String...) -> String {
        let media = paths.enumerated().map { "\"id\($0)\":\"\(origin.url($1))\"" }.joined(separator: ",")
        let alert = "{\"alert\":\"</script>Hello\",\"mutable-content\":1}"
        return "{\"aps\":\(alert),\"custom\":{\"i\":\"1\"},\"att\":{\(media)}}"
    }

    /// What stands between the first occurrence of a text and the next of another.
    private static func part(of text: String, from start: String, to end: String) -> Substring? {
        guard let first = text.firstRange(of: start), let last = text[first.upperBound...].firstRange(of: end) else {
            return nil
        }
        return text[first.upperBound..<last.lowerBound]
    }

    @Test(arguments: [true, false]) func `makes a page that stands alone, of a file and of what is piped in`(
        isFile: Bool
    ) async throws {
        let payload = payload("/photo.jpg", "/photo.webp")
        TextFile.write(payload, to: folder.path + "/payload.json")
        let run = try await ProgramRun.of(
            "attachd", words + (isFile ? [folder.path + "/payload.json"] : []),
            input: isFile ? [] : Array(payload.utf8))
        #expect(run.status == 1, "one of the two is no picture that a phone attaches: \(run.messages)")
        #expect(run.text.hasPrefix("<!DOCTYPE html>\n") && run.text.hasSuffix("</html>\n"))
        #expect(run.messages.contains("id0  attached  image/jpeg"), "\(run.messages)")
        #expect(run.messages.contains("id1  failed  unsupported-type"), "\(run.messages)")
        #expect(run.text.contains("connect-src &#39;none&#39;"))
        #expect(run.text.ranges(of: "</script").count == 2, "nothing of the payload ends a block")
        let data = try #require(
            Self.part(of: run.text, from: "<script type=\"application/json\" id=\"setup\">", to: "</script>"))
        let tokens = try JSONTokens(Array(data.utf8))
        #expect(tokens.member("payload", of: 0).flatMap { tokens.text($0) } == payload)
        let answer = try #require(tokens.member("answer", of: 0).flatMap { tokens.text($0) })
        #expect(answer.contains("\"identifier\":\"id0\"") && answer.contains("\"reason\":\"unsupported-type\""))
        let photo = String(decoding: Base64.text(try Fixture.bytes("photo.jpg")), as: UTF8.self)
        #expect(data.contains("data:image/jpeg;base64," + photo), "the picture's very bytes are in the page")
    }

    @Test func `tells of a picture that is missing, and fetches nothing for a push that shows none`() async throws {
        let missing = try await ProgramRun.of("attachd", words, input: Array(payload(Self.gone).utf8))
        #expect(missing.status == 1)
        #expect(missing.text.contains("\\\"reason\\\":\\\"http-status\\\""))
        let times = #/\\"fetchMs\\":\d+,\\"phases\\":{\\"queue\\":\d+,[^}]*\\"firstByte\\":\d+,\\"transfer\\":\d+}/#
        #expect(missing.text.contains(times), "also what failed says where its time went")
        let asked = origin.requests.count
        let quiet = payload("/photo.jpg").replacing("\"mutable-content\":1", with: "\"badge\":1")
        let run = try await ProgramRun.of("attachd", words, input: Array(quiet.utf8))
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.text.hasPrefix("<!DOCTYPE html>") && run.text.contains("\\\"code\\\":\\\"not-mutable\\\""))
        #expect(!run.text.contains("data:image/jpeg"))
        #expect(origin.requests.count == asked)
    }
}
