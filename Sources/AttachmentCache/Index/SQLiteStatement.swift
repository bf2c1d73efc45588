import CSQLite

/// One compiled statement, finalized when the last reference goes; values reach it as bound parameters only.
///
/// `@safe`: the handle never leaves this file, and SQLite answers null to a column read without a current row.
@safe final class SQLiteStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer

    /// Compiles `sql`, one statement with parameters `?1`, `?2`, ...
    init(_ sql: StaticString, on connection: SQLiteConnection) throws(SQLiteError) {
        self.connection = connection
        unsafe handle = try connection.prepare(sql)
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Runs the statement to its end and forgets its rows.
    func run(_ values: [SQLiteValue] = []) throws(SQLiteError) {
        try forEach(values) { _ in }
    }

    /// Reads the first row; nil if there is none.
    func first<Value>(_ values: [SQLiteValue] = [], _ read: (SQLiteRow) -> Value) throws(SQLiteError) -> Value? {
        try bind(values)
        defer { reset() }
        return try step() ? read(SQLiteRow(statement: self)) : nil
    }

    /// Reads every row.
    func all<Value>(_ values: [SQLiteValue] = [], _ read: (SQLiteRow) -> Value) throws(SQLiteError) -> [Value] {
        var result: [Value] = []
        try forEach(values) { result.append(read($0)) }
        return result
    }

    /// Calls `body` for each row.
    func forEach(_ values: [SQLiteValue] = [], _ body: (SQLiteRow) -> Void) throws(SQLiteError) {
        try bind(values)
        defer { reset() }
        while try step() { body(SQLiteRow(statement: self)) }
    }

    private func step() throws(SQLiteError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        try connection.check(code)
        return code == SQLITE_ROW
    }

    private func reset() {
        // The code repeats what the last step said, which has been reported.
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    private func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        for (position, value) in zip(Int32(1)..., values) {
            let code: Int32
            switch value {
            case .null:
                code = unsafe sqlite3_bind_null(handle, position)
            case .integer(let number):
                code = unsafe sqlite3_bind_int64(handle, position, number)
            case .text(var text):
                code = text.withUTF8 { bytes in
                    unsafe bytes.withMemoryRebound(to: CChar.self) {
                        unsafe sqlite_bind_copied_text(handle, position, $0.baseAddress, UInt64($0.count))
                    }
                }
            case .bytes(let bytes):
                code = unsafe bytes.withUnsafeBytes {
                    unsafe sqlite_bind_copied_blob(handle, position, $0.baseAddress, UInt64($0.count))
                }
            }
            try connection.check(code)
        }
    }

    fileprivate func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    fileprivate func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    fileprivate func bytes(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// The current row of a statement; valid inside the closure that receives it.
struct SQLiteRow {
    fileprivate let statement: SQLiteStatement

    /// An integer column; nil where it is null.
    func integer(_ column: Int32) -> Int64? {
        statement.isNull(column) ? nil : statement.integer(column)
    }

    /// A text column, wrong UTF-8 repaired; nil where it is null.
    func text(_ column: Int32) -> String? {
        statement.isNull(column) ? nil : String(decoding: statement.bytes(column), as: UTF8.self)
    }

    /// A column of bytes; nil where it is null.
    func bytes(_ column: Int32) -> [UInt8]? {
        statement.isNull(column) ? nil : statement.bytes(column)
    }
}
