import NotificationContent

/// One line of `attachd doctor`: what was looked at, how it is, and what to do about it.
struct Finding: JSONValue, Sendable, Equatable {
    /// How it is.
    enum Verdict: String, Sendable {
        case ok
        /// It works, but not as well as it could, or not for every payload.
        case warning
        /// It does not work.
        case problem
    }

    /// What was looked at: a stable word, its group before the dot.
    let check: String
    /// How it is.
    let verdict: Verdict
    /// What was found, for a person.
    let detail: String
    /// What to do; nil where there is nothing to do.
    let cure: String?

    /// All is well.
    static func ok(_ check: String, _ detail: String) -> Finding {
        Finding(check: check, verdict: .ok, detail: detail, cure: nil)
    }

    /// It works, but.
    static func warning(_ check: String, _ detail: String, cure: String) -> Finding {
        Finding(check: check, verdict: .warning, detail: detail, cure: cure)
    }

    /// It does not work.
    static func problem(_ check: String, _ detail: String, cure: String) -> Finding {
        Finding(check: check, verdict: .problem, detail: detail, cure: cure)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("check", check)
            writer.member("status", verdict.rawValue)
            writer.member("detail", detail)
            writer.member("cure", cure)
        }
    }
}

extension [Finding] {
    /// The table for people, with the cure below what needs one.
    var table: String {
        let width = (map(\.check.count).max() ?? 0) + 2
        return map { finding in
            let name = finding.check + String(repeating: " ", count: width - finding.check.count)
            let verdict = finding.verdict.rawValue + String(repeating: " ", count: 9 - finding.verdict.rawValue.count)
            let cure = finding.cure.map { String(repeating: " ", count: width + 9) + "-> " + $0 + "\n" } ?? ""
            return name + verdict + OutcomeLine.printable(finding.detail) + "\n" + cure
        }.joined()
    }

    /// 1 where something does not work.
    var status: ExitStatus {
        contains { $0.verdict == .problem } ? .failed : .success
    }
}
