import Testing

@testable import MediaInspection

@Suite struct InspectorVersionsTests {
    @Test func `an inspector says the versions of its own libraries and ends`() throws {
        let versions = try InspectorExecutable(at: BuiltInspector.path).libraryVersions()
        #expect(versions.keys.sorted() == ["libmagic", "libseccomp"])
        for version in versions.values { #expect(version.contains(".") && version.first?.isNumber == true) }
    }

    @Test func `lines that are no version are left out`() {
        #expect(InspectorExecutable.versions(in: "a 1.2\nb\nc 3 4\n\nd 5") == ["a": "1.2", "d": "5"])
    }
}
