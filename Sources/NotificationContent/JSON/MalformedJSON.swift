/// Why bytes are not the JSON they should be, and where.
package struct MalformedJSON: Error, Sendable, Equatable {
    /// Where the first wrong byte is, counted from 0; the input's length if it ends too early.
    package let offset: Int
    /// One sentence for a person, without the input's own text.
    package let detail: String

    /// Makes the error.
    package init(offset: Int, _ detail: String) {
        self.offset = offset
        self.detail = detail
    }
}
