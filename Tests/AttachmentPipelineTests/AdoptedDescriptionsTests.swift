import MediaTypes
import Testing

@testable import AttachmentCache

/// The cache keeps its own words for adopted files; they must be those of the format table, extension by extension.
@Suite struct AdoptedDescriptionsTests {
    @Test(arguments: MediaFormat.allCases)
    func `describes adopted files of every format as the format table does`(_ format: MediaFormat) {
        let row = format.row
        #expect(
            BlobAdopter.descriptions[row.fileExtension]
                == MediaDescription(kind: row.kind.name, format: row.name, mime: row.mime, type: row.uti))
        #expect(BlobAdopter.descriptions.count == MediaFormat.allCases.count)
    }
}
