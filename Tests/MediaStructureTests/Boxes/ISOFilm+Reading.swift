import Fixtures

@testable import MediaStructure
@testable import MediaTypes

extension ISOFilm {
    /// What the reader says of it.
    func read() throws(MediaRefusal) -> InspectedMedia {
        try ISOFilm.read(bytes)
    }

    /// The reason of the refusal; nil when it is accepted.
    var refusal: MediaRefusal.Reason? {
        ISOFilm.refusal(bytes)
    }

    /// What the reader says of these bytes.
    static func read(_ bytes: [UInt8]) throws(MediaRefusal) -> InspectedMedia {
        try ISOMediaReader.read(bytes.span)
    }

    /// The reason for which these bytes are refused; nil when they are accepted.
    static func refusal(_ bytes: [UInt8]) -> MediaRefusal.Reason? {
        do {
            _ = try read(bytes)
            return nil
        } catch {
            return error.reason
        }
    }
}
