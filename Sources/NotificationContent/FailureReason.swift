/// Why an attachment is missing; the raw values are stable strings in JSON, logs and metric labels (DESIGN section 4).
package enum FailureReason: String, Sendable, CaseIterable {
    case deadline
    case unsupportedType = "unsupported-type"
    case tooLarge = "too-large"
    case tooLong = "too-long"
    case tooManyPixels = "too-many-pixels"
    case empty
    case truncated
    case corrupt
    case polyglot
    case encrypted
    case externalReference = "external-reference"
    case invalidURL = "invalid-url"
    case forbiddenScheme = "forbidden-scheme"
    case forbiddenAddress = "forbidden-address"
    case forbiddenPort = "forbidden-port"
    case insecureRedirect = "insecure-redirect"
    case tooManyRedirects = "too-many-redirects"
    case dnsFailure = "dns-failure"
    case connectFailure = "connect-failure"
    case tlsFailure = "tls-failure"
    case httpStatus = "http-status"
    case stalled
    case transferFailed = "transfer-failed"
    case badEncoding = "bad-encoding"
    case inspectionFailed = "inspection-failed"
    case storageFull = "storage-full"
    case storageError = "storage-error"
    case overloaded
    case cancelled
    case malformedLine = "malformed-line"
}
