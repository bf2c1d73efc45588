/// Where a line stands.
package struct PrewarmPlace: Sendable, Hashable {
    /// The file's name, where there are several; nil otherwise.
    package var file: String?
    /// The line's number, counted from 1.
    package var line: Int

    /// A place.
    package init(file: String? = nil, line: Int) {
        self.file = file
        self.line = line
    }
}
