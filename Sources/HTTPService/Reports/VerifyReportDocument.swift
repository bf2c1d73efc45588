package import AttachmentCache
package import NotificationContent

/// The answer of `cache verify`.
package struct VerifyReportDocument: JSONValue {
    private let report: VerifyReport

    /// Makes a document.
    package init(_ report: VerifyReport) {
        self.report = report
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("skipped", report.skipped)
            writer.member("checked", report.checked)
            writer.member("checkedBytes", report.checkedBytes)
            writer.array("corrupt", of: report.corrupt.map(\.hexadecimal))
            writer.array("missing", of: report.missing.map(\.hexadecimal))
            writer.member("unreadable", report.unreadable)
            writer.member("orphans", report.orphans)
            writer.member("ghosts", report.ghosts)
        }
    }
}
