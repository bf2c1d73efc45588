/// What a request's header must keep to before any handler sees it (DESIGN section 6; RFC 9112 sections 3.2 and 6.1).
///
/// The server library accepts a missing Host beside HTTP/1.0, two Content-Lengths, and a Content-Length beside a
/// Transfer-Encoding; two readers of such a request may see two different bodies, so each is refused.
struct RequestRules {
    /// Why a header is refused.
    enum Refusal: String, Sendable, CaseIterable {
        case noHost = "The request has no Host field."
        case severalHosts = "The request has more than one Host field."
        case badHost = "The Host field is malformed."
        case severalLengths = "The request has more than one Content-Length field."
        case badLength = "The Content-Length is not a number."
        case lengthBesideEncoding = "The request has a Content-Length beside a Transfer-Encoding."
        case badEncoding = "The Transfer-Encoding is not chunked, alone and once."
        case badField = "A header field has a malformed name or value."
        case cutTarget = "The request target has a NUL byte."
        case tooManyFields = "The request has more than 100 header fields."
    }

    /// The most header fields.
    static let fieldLimit = 100

    private var fields = 0
    private var hosts = 0
    private var lengths = 0
    private var encodings = 0
    private var firstRefusal: Refusal?
    /// The announced size of the body; nil without a (valid) Content-Length.
    private(set) var contentLength: Int64?
    /// Whether a body follows, as far as the header says.
    var hasBody: Bool { encodings > 0 || (contentLength ?? 0) > 0 }
    /// Whether the body comes in chunks.
    var isChunked: Bool { encodings > 0 }
    /// Whether the client waits for `100 Continue` before it sends the body.
    private(set) var expectsContinue = false

    /// Takes note of one field.
    mutating func note(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        fields += 1
        if fields > RequestRules.fieldLimit { refuse(.tooManyFields) }
        if name.isEmpty || !name.allSatisfy(HTTPSyntax.isTokenByte) || !value.allSatisfy(HTTPSyntax.isValueByte) {
            refuse(.badField)
        }
        switch name.count {
        case 4 where HTTPSyntax.equalIgnoringCase(name, "host".utf8):
            hosts += 1
            if !RequestRules.isHost(HTTPSyntax.trimmed(value)) { refuse(.badHost) }
        case 6 where HTTPSyntax.equalIgnoringCase(name, "expect".utf8):
            expectsContinue = true
        case 14 where HTTPSyntax.equalIgnoringCase(name, "content-length".utf8):
            lengths += 1
            contentLength = HTTPSyntax.decimal(HTTPSyntax.trimmed(value))
            if contentLength == nil { refuse(.badLength) }
        case 17 where HTTPSyntax.equalIgnoringCase(name, "transfer-encoding".utf8):
            encodings += 1
            if !HTTPSyntax.equalIgnoringCase(HTTPSyntax.trimmed(value), "chunked".utf8) { refuse(.badEncoding) }
        default: break
        }
    }

    /// Takes note that the library saw less of the target than was sent.
    mutating func noteCutTarget() {
        refuse(.cutTarget)
    }

    /// The verdict once every field has been noted; nil if the request may go on.
    var verdict: Refusal? {
        if let firstRefusal { return firstRefusal }
        if hosts == 0 { return .noHost }
        if hosts > 1 { return .severalHosts }
        if lengths > 1 { return .severalLengths }
        if encodings > 1 { return .badEncoding }
        if encodings > 0, lengths > 0 { return .lengthBesideEncoding }
        return nil
    }

    private mutating func refuse(_ refusal: Refusal) {
        if firstRefusal == nil { firstRefusal = refusal }
    }

    /// Whether a value can be a host and port: empty is allowed (RFC 9112, section 3.2), blanks and slashes are not.
    private static func isHost(_ value: ArraySlice<UInt8>) -> Bool {
        value.count <= 255
            && value.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x3a, 0x5b, 0x5d, 0x25, 0x7e: true
                default: false
                }
            }
    }
}
