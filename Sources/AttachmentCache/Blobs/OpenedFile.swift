import Telemetry

/// A regular file that was opened for reading, and what it was when it was opened: who wants both asks the kernel once.
struct OpenedFile: Sendable {
    /// The open file.
    let handle: DescriptorHandle
    /// What `fstat(2)` said of it.
    let status: FileStatus
}
