import AttachmentCache
import Fixtures
import NotificationContent
import PreviewPage

/// A report on a list that nobody has worked through: as large as a test wants it.
enum ReportSample {
    /// The lines of it; every fifth failed.
    static func line(_ number: Int) -> ReportLine {
        let url = "https://cdn\(number % 40).example.com/campaign/spring/picture-\(number).jpg?width=640"
        if number.isMultiple(of: 5) {
            let reasons = [FailureReason.httpStatus, .unsupportedType, .deadline]
            let details = ["answered with status 404.", "the body begins as image/webp", "<b>late</b>\u{2028}"]
            let kind = number / 5 % 3
            return ReportLine(
                line: number, url: url, verdict: .failed(reasons[kind], detail: details[kind]), milliseconds: 30)
        }
        return ReportLine(
            line: number, url: url,
            verdict: .attached(bytes: Int64(20_000 + number % 977 * 100), cache: .miss, sha256: ""),
            milliseconds: Int64(number % 89 * number % 7))
    }

    /// Writes the page into a folder. Returns its path.
    static func write(lines: Int, to folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/report.html"
        var page = ReportPage(digest: SHA256.bytes(of:))
        var bytes = page.head
        for start in stride(from: 1, through: lines, by: 1_000) {
            bytes += page.add((start...min(lines, start + 999)).map(line))
        }
        let picture = try Fixture.bytes("picture.png")
        bytes += page.tail(
            when: "2026-11-30 at 20:00 UTC", isComplete: true,
            thumbnails: [.init(url: "https://cdn1.example.com/a.png?k=1", mime: "image/png", bytes: picture)])
        TextFile.write(String(decoding: bytes, as: UTF8.self), to: path)
        return path
    }
}
