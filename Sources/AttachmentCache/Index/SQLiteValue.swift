/// A value that is bound to a parameter of a statement.
enum SQLiteValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])

    /// An integer, or null for nil.
    init(_ value: Int64?) {
        self = value.map(SQLiteValue.integer) ?? .null
    }

    /// A text, or null for nil.
    init(_ value: String?) {
        self = value.map(SQLiteValue.text) ?? .null
    }
}
