import Fixtures
import Glibc
import Testing

@testable import AttachmentCache

@Suite struct SQLiteStatementTests {
    let folder: TemporaryFolder
    let connection: SQLiteConnection

    init() throws {
        folder = try TemporaryFolder()
        _ = try FileSystemCalls.system.create(folder.path + "/db", 0o600)
        connection = try SQLiteConnection(path: folder.path + "/db", access: .readWrite)
        try connection.execute("CREATE TABLE t (a, b, c, d)")
    }

    @Test func `gives back what was bound`() throws {
        let insert = try SQLiteStatement("INSERT INTO t VALUES (?1, ?2, ?3, ?4)", on: connection)
        let text = "a'; DROP TABLE t; -- \u{0}ü"
        try insert.run([.integer(.min), .text(text), .bytes([0, 255]), .null])
        try insert.run([.integer(.max), .text(""), .bytes([]), .null])
        let rows = try SQLiteStatement("SELECT * FROM t", on: connection).all { row in
            (row.integer(0), row.text(1), row.bytes(2), row.integer(3), row.text(99))
        }
        #expect(rows.count == 2)
        #expect(rows[0].0 == .min && rows[0].1 == text && rows[0].2 == [0, 255] && rows[0].3 == nil)
        #expect(rows[1].0 == .max && rows[1].1 == "" && rows[1].4 == nil)
    }

    @Test func `forgets the values of the run before`() throws {
        let insert = try SQLiteStatement("INSERT INTO t VALUES (?1, ?2, NULL, NULL)", on: connection)
        try insert.run([.integer(1), .integer(2)])
        try insert.run([.integer(3)])
        let second = try SQLiteStatement("SELECT b FROM t WHERE a = ?1", on: connection)
        #expect(try second.first([.integer(3)]) { $0.integer(0) } == .some(nil))
        #expect(try second.first([.integer(4)]) { $0.integer(0) } == nil)
        #expect(try second.first([.integer(1)]) { $0.integer(0) } == 2)
    }

    @Test func `undoes a transaction that fails`() throws {
        #expect(throws: SQLiteError.self) {
            try connection.transaction { () throws(SQLiteError) in
                try connection.execute("INSERT INTO t VALUES (1, 2, 3, 4)")
                try connection.execute("INSERT INTO missing VALUES (1)")
            }
        }
        let count = try SQLiteStatement("SELECT count(*) FROM t", on: connection)
        #expect(try count.first { $0.integer(0) } == 0)
        try connection.transaction { () throws(SQLiteError) in
            try connection.execute("INSERT INTO t VALUES (1, 2, 3, 4)")
        }
        #expect(try count.first { $0.integer(0) } == 1)
    }

    @Test func `reports what SQLite says`() throws {
        let syntax = #expect(throws: SQLiteError.self) { try SQLiteStatement("SELEKT", on: connection) }
        #expect(syntax?.isSchemaMismatch == true)
        let absent = #expect(throws: SQLiteError.self) {
            try SQLiteConnection(path: folder.path + "/none", access: .readOnly)
        }
        #expect(absent?.kind == .failed)
        #expect(absent?.systemCode == ENOENT)
        #expect(throws: SQLiteError.self) { try SQLiteStatement("", on: connection) }
        let reader = try SQLiteConnection(path: folder.path + "/db", access: .readOnly)
        #expect(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES (1, 2, 3, 4)") }
    }

    @Test func `knows a file that is no database`() throws {
        try overwrite(folder.path + "/db", with: sample(1, count: 8192))
        let other = try SQLiteConnection(path: folder.path + "/db", access: .readWrite)
        let error = #expect(throws: SQLiteError.self) { try other.execute("SELECT * FROM t") }
        #expect(error?.kind == .damaged)
    }
}
