import NotificationContent

/// What each reason that a file can be rejected for means, and what helps against it.
enum ReasonHelp {
    /// The reasons that judging bytes can end with, each with its cause and its cure.
    static let rows: [(reason: FailureReason, cause: String, cure: String)] = [
        (
            .unsupportedType, "the bytes are of a type that the policy does not allow, whatever the name says",
            "save it as JPEG, PNG, MP4 or M4A"
        ),
        (.tooLarge, "the file has more bytes than its kind may have", "make it smaller, or raise --max-bytes"),
        (.tooLong, "the film plays longer than allowed", "cut it, or raise --max-duration"),
        (
            .tooManyPixels, "the picture unfolds to more pixels than a phone can hold",
            "scale it down, or raise --max-pixels"
        ),
        (.empty, "the file has no bytes", "write or upload it again"),
        (.truncated, "the file ends before its own structure does", "copy or upload it again, whole"),
        (.corrupt, "the structure contradicts itself, or a film does not say how long it is", "export it again"),
        (
            .polyglot, "a second format (an archive, a program, markup) begins in the file",
            "save it again as media alone"
        ),
        (.encrypted, "the media are protected", "export it without protection"),
        (
            .externalReference, "the media lie in another file that this one names",
            "save it as a self-contained film"
        ),
        (.inspectionFailed, "the inspector could not finish, so nothing is known", "try again, and look at the log"),
    ]

    /// The rows as a table of text.
    static var table: String {
        rows.map { row in
            let name = row.reason.rawValue
            let space = String(repeating: " ", count: max(1, 20 - name.utf8.count))
            return "  \(name)\(space)\(row.cause)\n" + String(repeating: " ", count: 22) + "-> \(row.cure)"
        }
        .joined(separator: "\n")
    }
}
