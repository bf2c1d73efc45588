/// Something that happened to an inspector, for logs and metrics.
package enum InspectorEvent: Sendable, Equatable {
    /// A process is ready for its first file.
    case started(process: Int32)
    /// A process has been handed a file.
    case handedOver(process: Int32)
    /// A process has answered.
    case answered(process: Int32)
    /// A process failed with a file or before it was ready: a sentence, with its last words as they came.
    case failed(process: Int32, detail: String)
    /// A process was replaced because it had seen its share of files.
    case recycled(process: Int32)
    /// No process could be started: a sentence.
    case notStarted(detail: String)
}
