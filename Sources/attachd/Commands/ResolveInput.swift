import NotificationContent

/// One thing to resolve: a payload, or why it could not be read.
enum ResolveInput: Sendable {
    /// A payload with its bytes, or a bare URL in the form of one without any.
    case payload(Payload, document: [UInt8]?)
    /// What was wrong with a file or a document in it.
    case unusable(CommandError)

    /// The most bytes of one input file.
    private static let fileLimit = 64 << 20

    /// Whether there is something to fetch: media, and a gate that lets them through.
    var needsFetching: Bool {
        guard case .payload(let payload, _) = self else { return false }
        return payload.gate == .open && !payload.references.isEmpty
    }

    /// The payload and its bytes.
    ///
    /// - Throws: what was wrong with it.
    func usable() throws(CommandError) -> (payload: Payload, document: [UInt8]?) {
        switch self {
        case .payload(let payload, let document): return (payload, document)
        case .unusable(let error): throw error
        }
    }

    /// Reads a file's documents, in order. A malformed document ends the file, because nothing says where the next begins.
    static func read(_ file: InputFile, dialect: DialectName?) -> [ResolveInput] {
        let bytes: [UInt8]
        do throws(CommandError) {
            bytes = try file.contents(limit: fileLimit)
        } catch {
            return [.unusable(error)]
        }
        var inputs: [ResolveInput] = []
        var documents = JSONDocuments(bytes)
        do throws(MalformedJSON) {
            while let range = try documents.next() {
                inputs.append(read(Array(bytes[range]), at: range.lowerBound, of: file, dialect: dialect))
            }
        } catch {
            inputs.append(.unusable(malformed(error, at: 0, of: file)))
        }
        guard inputs.isEmpty else { return inputs }
        return [.unusable(CommandError(.malformed, "\(file.shownName) holds no JSON", cure: "give it a push payload"))]
    }

    private static func read(
        _ document: [UInt8], at start: Int, of file: InputFile, dialect: DialectName?
    ) -> ResolveInput {
        do throws(MalformedJSON) {
            return .payload(try Payload.read(document, dialect: dialect), document: document)
        } catch {
            return .unusable(malformed(error, at: start, of: file))
        }
    }

    private static func malformed(_ error: MalformedJSON, at start: Int, of file: InputFile) -> CommandError {
        CommandError(
            .malformed, "\(file.shownName): malformed JSON at byte \(start + error.offset): \(error.detail)",
            cure: "a payload is one JSON object (RFC 8259)")
    }
}
