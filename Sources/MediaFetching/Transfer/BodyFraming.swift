/// How a response's body is bounded and coded, as its head declares it (RFC 9112 section 6, RFC 9110 section 8.4).
struct BodyFraming: Sendable, Equatable {
    /// The declared length in bytes as transferred; nil if none counts: chunked, or until the connection closes.
    let length: Int64?
    /// Whether a body that ends early can be told from a whole one; else it ends with the connection, whole or not.
    let isDelimited: Bool
    /// The coding to take off; the length then says nothing of the decoded bytes.
    let coding: Coding?

    /// Codings that are taken off although we ask for none.
    enum Coding: Sendable, Equatable {
        case gzip
        case deflate
    }

    /// What makes a body unusable before its first byte.
    enum Fault: Error, Sendable, Equatable {
        /// Several lengths, or one that is no number.
        case length
        /// A coding that we did not ask for and cannot take off.
        case coding(String)
    }

    private static let decodable: [String: Coding] = ["gzip": .gzip, "x-gzip": .gzip, "deflate": .deflate]

    /// Reads the framing of a whole head.
    init(_ head: ResponseHead) throws(Fault) {
        let transferCodings = BodyFraming.elements(head.values("transfer-encoding"))
        for coding in transferCodings where coding != "chunked" && coding != "identity" { throw .coding(coding) }
        let codings = BodyFraming.elements(head.values("content-encoding")).filter { $0 != "identity" }
        if codings.count > 1 { throw .coding(codings.joined(separator: ", ")) }
        coding = try codings.first.map { name throws(Fault) -> Coding in
            guard let coding = BodyFraming.decodable[name] else { throw .coding(name) }
            return coding
        }
        var length: Int64?
        for text in head.values("content-length").flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }
        ) {
            let digits = text.trimmingBlanks
            guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int64(digits),
                length == nil || length == number
            else { throw .length }
            length = number
        }
        // A transfer coding overrides the length (RFC 9112 section 6.3).
        self.length = transferCodings.contains("chunked") ? nil : length
        isDelimited = head.endsBodies || length != nil || transferCodings.contains("chunked")
    }

    private static func elements(_ values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",") }.map { $0.trimmingBlanks.lowercased() }.filter { !$0.isEmpty }
    }
}
