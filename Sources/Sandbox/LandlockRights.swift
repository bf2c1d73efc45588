/// The rights that a version of Landlock can take away; all of them are.
struct LandlockRights: Equatable {
    /// LANDLOCK_ACCESS_FS_*.
    let files: UInt64
    /// LANDLOCK_ACCESS_NET_*.
    let network: UInt64
    /// LANDLOCK_SCOPE_*.
    let scopes: UInt64

    /// What each version added (`landlock(7)`); later ones know all of these.
    private static let table: [(version: Int32, files: UInt64, network: UInt64, scopes: UInt64)] = [
        (1, 0x1fff, 0, 0), (2, 1 << 13, 0, 0), (3, 1 << 14, 0, 0), (4, 0, 3, 0), (5, 1 << 15, 0, 0), (6, 0, 0, 3),
    ]

    /// The rights that a kernel's version knows; a mask with any other bit would be refused.
    init(version: Int32) {
        let rows = LandlockRights.table.filter { $0.version <= version }
        files = rows.reduce(0) { $0 | $1.files }
        network = rows.reduce(0) { $0 | $1.network }
        scopes = rows.reduce(0) { $0 | $1.scopes }
    }
}
