import Testing

@testable import Sandbox

@Suite struct LandlockRightsTests {
    @Test(arguments: [
        (0 as Int32, 0 as UInt64, 0 as UInt64, 0 as UInt64), (1, 0x1fff, 0, 0), (2, 0x3fff, 0, 0), (3, 0x7fff, 0, 0),
        (4, 0x7fff, 3, 0), (5, 0xffff, 3, 0), (6, 0xffff, 3, 3), (7, 0xffff, 3, 3), (.max, 0xffff, 3, 3),
    ])
    func `each version of Landlock takes away what it knows`(
        version: Int32, files: UInt64, network: UInt64, scopes: UInt64
    ) {
        let rights = LandlockRights(version: version)
        #expect(rights.files == files)
        #expect(rights.network == network)
        #expect(rights.scopes == scopes)
    }
}
