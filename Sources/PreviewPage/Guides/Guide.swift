package import NotificationContent

/// A cause and a cure, each a sentence without its full stop.
package struct Advice: Sendable, JSONValue {
    /// What it means.
    package let cause: String
    /// What helps.
    package let cure: String

    init(_ cause: String, _ cure: String) {
        self.cause = cause
        self.cure = cure
    }

    /// Writes `{cause, cure}`.
    package func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("cause", cause)
            $0.member("cure", cure)
        }
    }
}

/// All advice as the pages' scripts read it.
enum Guide {
    /// Writes the members `reasons`, `formats`, `statuses` and `warnings` of the open object.
    static func write(to writer: inout JSONWriter) {
        writer.object("reasons") { writer in
            for reason in FailureReason.allCases { writer.member(reason.rawValue, ReasonGuide.advice(on: reason)) }
        }
        writer.object("formats") { writer in
            for (mime, advice) in FormatGuide.rows { writer.member(mime, advice) }
        }
        writer.object("statuses") { writer in
            for (status, advice) in StatusGuide.rows { writer.member(status, advice) }
        }
        writer.object("warnings") { writer in
            for code in ContentWarning.Code.allCases { writer.member(code.rawValue, WarningGuide.text(on: code)) }
        }
    }
}
