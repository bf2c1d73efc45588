import CCurl
import Telemetry

/// Turns a libcurl error into exactly one reason, with what was seen of the transfer besides. Pure.
///
/// Only for transfers without a verdict of our own: what `TransferState` refused keeps its reason whatever the code.
struct CurlFailure: Sendable {
    /// The host, for words to people.
    var host: String
    /// Whether the URL is https.
    var isTLS = false
    /// The first refusal by the address rules.
    var refusal: AddressRules.Verdict?
    /// Addresses that the rules let pass.
    var connectionsTried = 0
    /// Whether a TCP connection was made.
    var isConnected = false
    /// Whether the request went out.
    var isSent = false
    /// Whether the body had begun: the head of a 200 was whole.
    var isInBody = false
    /// The `errno` of the last connection attempt, 0 if none failed.
    var systemError: Int32 = 0
    /// libcurl's words; used for TLS alone, elsewhere they name addresses.
    var errorText = ""

    /// The failure that a code amounts to.
    func failure(_ code: UInt32) -> FetchFailure {
        if let refusal, connectionsTried == 0 || code == CURLE_ABORTED_BY_CALLBACK.rawValue { return denied(refusal) }
        let reason = reason(code)
        return FetchFailure(reason, detail(reason))
    }

    private func reason(_ code: UInt32) -> FetchFailure.Reason {
        switch CURLcode(code) {
        case CURLE_UNSUPPORTED_PROTOCOL: connectionsTried == 0 && !isSent ? .forbiddenScheme : .transferFailed
        // The only time limit that libcurl keeps is the one for connecting: a name that no address came of is DNS.
        case CURLE_OPERATION_TIMEDOUT:
            connectionsTried == 0 ? .dnsFailure : isTLS && isConnected ? .tlsFailure : .connectFailure
        // Without a verdict of ours no callback of ours ended the transfer: a decoder of libcurl's did.
        case CURLE_WRITE_ERROR: isInBody ? .badEncoding : .transferFailed
        // OpenSSL reports the end of the stream without a goodbye as a receive error; a reset has an errno.
        case CURLE_RECV_ERROR: isInBody && isTLS && systemError == 0 ? .truncated : .transferFailed
        default: CurlCodes.reasons[code] ?? .transferFailed
        }
    }

    private func denied(_ verdict: AddressRules.Verdict) -> FetchFailure {
        if verdict == .forbiddenPort {
            return FetchFailure(.forbiddenPort, "The port of \(host) is not open for fetching.")
        }
        return FetchFailure(.forbiddenAddress, "The host \(host) is not one that media may be fetched from.")
    }

    private func detail(_ reason: FetchFailure.Reason) -> String {
        switch reason {
        case .invalidURL: "The URL cannot be used."
        case .forbiddenScheme: "The URL's scheme is not one that is fetched."
        case .dnsFailure: "The name \(host) could not be looked up."
        case .connectFailure:
            systemError == 0
                ? "No connection to \(host) could be made in time."
                : "No connection to \(host) could be made: \(SystemCallError.message(systemError))."
        case .tlsFailure:
            errorText.isEmpty
                ? "No secure connection to \(host) could be made."
                : "No secure connection to \(host) could be made: \(errorText)."
        case .truncated: "The body from \(host) ended before it was whole."
        case .badEncoding: "The body from \(host) has a coding that is broken."
        case .tooLarge: "The body from \(host) is too large."
        case .tooManyRedirects: "\(host) redirected too often."
        default: isSent ? "\(host) broke off or sent no proper answer." : "The transfer from \(host) failed."
        }
    }
}
