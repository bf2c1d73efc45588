package import AttachmentCache
package import NotificationContent

/// The answer of `cache gc` and `cache purge`.
package struct RemovalReportDocument: JSONValue {
    private let report: RemovalReport

    /// Makes a document.
    package init(_ report: RemovalReport) {
        self.report = report
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("entries", report.entries)
            writer.member("failures", report.failures)
            writer.member("blobs", report.blobs)
            writer.member("orphans", report.orphans)
            writer.member("freedBytes", report.freedBytes)
        }
    }
}
