import CSQLite
import Glibc

/// One connection to a SQLite file, closed when the last reference goes.
///
/// Opened without SQLite's own mutexes (`SQLITE_OPEN_NOMUTEX`): the class is not `Sendable`, so the compiler proves that
/// one thread at a time uses it. `@safe`: the handle never leaves this file and `SQLiteStatement`.
@safe final class SQLiteConnection {
    /// How a file is opened.
    enum Access: Sendable {
        /// For reading and writing; the file must exist (an empty one will do).
        case readWrite
        /// For reading alone.
        case readOnly
    }

    /// The version of the library that runs (`sqlite3_libversion`).
    static var libraryVersion: String {
        unsafe String(cString: sqlite3_libversion())
    }

    private let handle: OpaquePointer

    /// Opens `path`, waiting up to `busyMilliseconds` at each step for another process's lock.
    ///
    /// - Throws: `SQLiteError` of `sqlite3_open_v2`; that the file is no database shows only at the first statement.
    init(path: String, access: Access, busyMilliseconds: Int32 = 1000) throws(SQLiteError) {
        _ = SQLiteConnection.libraryIsConfigured
        let flags =
            SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
            | (access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE)
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let connection = unsafe opened else {
            let error = unsafe SQLiteConnection.error(code, on: opened)
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        unsafe handle = connection
        unsafe sqlite3_busy_timeout(handle, busyMilliseconds)
        // A hostile index may not make SQLite run functions of its schema's choice, nor be damaged by SQL.
        unsafe _ = sqlite_db_config_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        unsafe _ = sqlite_db_config_switch(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    }

    deinit {
        // The `v2` form waits for statements that are still referenced.
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs statements without parameters and without results (`sqlite3_exec`); a literal, so nothing can be spliced in.
    func execute(_ sql: StaticString) throws(SQLiteError) {
        let code: Int32 = sql.withUTF8Buffer { text in
            unsafe text.withMemoryRebound(to: CChar.self) { unsafe sqlite3_exec(handle, $0.baseAddress, nil, nil, nil) }
        }
        try check(code)
    }

    /// Runs `body` in one transaction that takes the write lock at once; rolled back if `body` or the commit throws.
    func transaction<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            // Some errors have already rolled back; the second rollback's complaint says nothing new.
            _ = Result { () throws(SQLiteError) in try execute("ROLLBACK") }
            throw error
        }
    }

    /// Turns every code but success into an error.
    func check(_ code: Int32) throws(SQLiteError) {
        guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
        throw unsafe SQLiteConnection.error(code, on: handle)
    }

    /// Compiles one statement (`sqlite3_prepare_v3`, kept for long); the statement's owner finalizes it.
    func prepare(_ sql: StaticString) throws(SQLiteError) -> OpaquePointer {
        var statement: OpaquePointer?
        let code: Int32 = sql.withUTF8Buffer { text in
            unsafe text.withMemoryRebound(to: CChar.self) {
                unsafe sqlite3_prepare_v3(
                    handle, $0.baseAddress, Int32($0.count), UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
            }
        }
        try check(code)
        guard let statement = unsafe statement else {
            throw SQLiteError(code: SQLITE_MISUSE, systemCode: 0, message: "an empty statement")
        }
        return unsafe statement
    }

    /// Rows that the last statement changed (`sqlite3_changes64`).
    var changes: Int64 {
        unsafe sqlite3_changes64(handle)
    }

    private static func error(_ code: Int32, on connection: OpaquePointer?) -> SQLiteError {
        let text = unsafe connection.map { unsafe String(cString: sqlite3_errmsg($0)) }
        // Only these two families come from a system call; elsewhere the number is an older call's.
        let primary = sqlite_primary_code(code)
        let fromSystem = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN
        let systemCode = unsafe fromSystem ? sqlite3_system_errno(connection) : 0
        return SQLiteError(code: code, systemCode: systemCode, message: text ?? "out of memory")
    }

    /// Memory statistics cost a process-wide lock at each allocation, and nobody reads them; must precede the first use.
    private static let libraryIsConfigured = sqlite_config_int(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK
}
