import MediaTypes

/// What one inspector made of one file.
struct InspectionAttempt {
    /// What follows from it is for `FileAttempts` to say.
    let outcome: FileAttempts.Outcome
    /// The inspector; nil if none could be had.
    let process: InspectorProcess?
    /// The file's result, if this attempt is the last.
    let result: InspectionResult
    /// What went wrong, for the log; empty if nothing did.
    let detail: String

    /// An attempt for which there was no inspector.
    init(notStarted error: InspectorError) {
        self.init(failed: .notStarted, by: nil, "\(error)")
    }

    /// Reads what became of the file; an inspector that failed with it is ended, to see how.
    init(_ exchange: InspectorProcess.Exchange, by process: InspectorProcess, limit: Duration) {
        switch exchange {
        case .answer(let answer): self.init(answer, by: process)
        case .notTaken: self.init(failed: .notTaken, by: process, "the inspector \(process.end()) while it was idle")
        case .ended: self.init(failed: .crashed, by: process, "the inspector \(process.end()) with this file")
        case .silent: self.init(failed: .hung, by: process, "the inspector did not answer within \(limit)")
        case .malformed: self.init(failed: .malformed, by: process, "the inspector sent what is no answer")
        }
    }

    private init(_ answer: InspectorProtocol.Answer, by process: InspectorProcess) {
        switch answer.body {
        case .inspected(let media):
            self.init(answered: .inspected(media, sniffedType: answer.sniffedType), by: process)
        case .refused(let refusal) where refusal.reason == .inspectionFailed:
            self.init(failed: .declined, by: process, refusal.detail)
        case .refused(let refusal): self.init(answered: .refused(refusal), by: process)
        case .ready: self.init(failed: .malformed, by: process, "the inspector said twice that it is ready")
        }
    }

    private init(answered result: InspectionResult, by process: InspectorProcess) {
        outcome = .answered
        self.process = process
        self.result = result
        detail = ""
    }

    private init(failed outcome: FileAttempts.Outcome, by process: InspectorProcess?, _ detail: String) {
        self.outcome = outcome
        self.process = process
        result = .refused(MediaRefusal(.inspectionFailed, detail))
        self.detail = detail
    }
}
