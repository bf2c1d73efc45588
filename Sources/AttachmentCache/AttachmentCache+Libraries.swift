extension AttachmentCache {
    /// The version of SQLite that runs.
    package static var databaseVersion: String { SQLiteConnection.libraryVersion }

    /// The version of libcrypto that runs.
    package static var digestVersion: String { SHA256.libraryVersion }
}
