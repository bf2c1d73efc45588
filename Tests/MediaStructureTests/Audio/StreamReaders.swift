import MediaTypes

@testable import MediaStructure

/// The readers of bare streams and chunked sound, judged together as a dispatcher would.
enum StreamReaders {
    static var all: [any FormatReader.Type] {
        [MP3Reader.self, ADTSReader.self, WAVReader.self, CAFReader.self, MPEGReader.self]
    }

    /// The names of the readers that claim the bytes.
    static func claimants(of bytes: [UInt8]) -> [String] {
        all.filter { $0.recognizes(bytes.span) }.map { "\($0)" }
    }

    /// What the claiming reader says; nil if none claims the bytes and they are no transport stream.
    static func judge(_ bytes: [UInt8]) -> Result<InspectedMedia, MediaRefusal>? {
        guard let reader = all.first(where: { $0.recognizes(bytes.span) }) else {
            return MPEGTransportStream.recognizes(bytes.span) ? .failure(MPEGTransportStream.refusal) : nil
        }
        do throws(MediaRefusal) {
            return .success(try reader.read(bytes.span))
        } catch {
            return .failure(error)
        }
    }

    /// The refusal's reason; nil where the bytes are accepted or nobody's.
    static func reason(_ bytes: [UInt8]) -> MediaRefusal.Reason? {
        guard case .failure(let refusal) = judge(bytes) else { return nil }
        return refusal.reason
    }

    /// The accepted media; nil where the bytes are refused or nobody's.
    static func media(_ bytes: [UInt8]) -> InspectedMedia? {
        guard case .success(let media) = judge(bytes) else { return nil }
        return media
    }
}
