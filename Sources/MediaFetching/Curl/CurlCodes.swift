import CCurl

/// What each `CURLcode` (libcurl-errors(3)) can mean here, as data: one reason, one that depends on what else was seen, or
/// nothing, since no transfer of ours can end with it.
enum CurlCodes {
    /// Codes that mean one reason whatever else was seen.
    static let reasons: [UInt32: FetchFailure.Reason] = Dictionary(
        uniqueKeysWithValues: [
            (CURLE_FAILED_INIT, .transferFailed),
            (CURLE_URL_MALFORMAT, .invalidURL),
            (CURLE_COULDNT_RESOLVE_HOST, .dnsFailure),
            (CURLE_COULDNT_CONNECT, .connectFailure),
            (CURLE_WEIRD_SERVER_REPLY, .transferFailed),
            (CURLE_HTTP2, .transferFailed),
            (CURLE_PARTIAL_FILE, .truncated),
            (CURLE_OUT_OF_MEMORY, .transferFailed),
            (CURLE_SSL_CONNECT_ERROR, .tlsFailure),
            (CURLE_ABORTED_BY_CALLBACK, .transferFailed),
            (CURLE_BAD_FUNCTION_ARGUMENT, .transferFailed),
            (CURLE_TOO_MANY_REDIRECTS, .tooManyRedirects),
            (CURLE_GOT_NOTHING, .transferFailed),
            (CURLE_SSL_ENGINE_NOTFOUND, .tlsFailure),
            (CURLE_SSL_ENGINE_SETFAILED, .tlsFailure),
            (CURLE_SEND_ERROR, .transferFailed),
            (CURLE_SSL_CERTPROBLEM, .tlsFailure),
            (CURLE_SSL_CIPHER, .tlsFailure),
            (CURLE_PEER_FAILED_VERIFICATION, .tlsFailure),
            (CURLE_BAD_CONTENT_ENCODING, .badEncoding),
            (CURLE_FILESIZE_EXCEEDED, .tooLarge),
            (CURLE_SSL_ENGINE_INITFAILED, .tlsFailure),
            (CURLE_LOGIN_DENIED, .invalidURL),
            (CURLE_SSL_CACERT_BADFILE, .tlsFailure),
            (CURLE_SSL_SHUTDOWN_FAILED, .tlsFailure),
            (CURLE_SSL_CRL_BADFILE, .tlsFailure),
            (CURLE_SSL_ISSUER_ERROR, .tlsFailure),
            (CURLE_NO_CONNECTION_AVAILABLE, .transferFailed),
            (CURLE_SSL_PINNEDPUBKEYNOTMATCH, .tlsFailure),
            (CURLE_SSL_INVALIDCERTSTATUS, .tlsFailure),
            (CURLE_HTTP2_STREAM, .transferFailed),
            (CURLE_RECURSIVE_API_CALL, .transferFailed),
            (CURLE_SSL_CLIENTCERT, .tlsFailure),
            (CURLE_UNRECOVERABLE_POLL, .transferFailed),
        ].map { (code: CURLcode, reason: FetchFailure.Reason) in (code.rawValue, reason) })

    /// Codes whose reason `CurlFailure` finds in the facts.
    static let dependent: Set<UInt32> = [
        CURLE_UNSUPPORTED_PROTOCOL.rawValue, CURLE_WRITE_ERROR.rawValue, CURLE_OPERATION_TIMEDOUT.rawValue,
        CURLE_RECV_ERROR.rawValue,
    ]

    /// Codes that no transfer of ours ends with, by why. One that comes all the same is `transfer-failed`.
    static let impossible: [(why: String, codes: Set<UInt32>)] = [
        ("it is success", [0]),
        ("libcurl has given it up", [10, 20, 24, 29, 32, 40, 41, 44, 46, 50, 51, 57, 62, 75, 76]),
        ("no proxy is ever used", [5, 97]),
        ("only HTTP and HTTPS are allowed: FTP", [9, 11, 12, 13, 14, 15, 17, 19, 21, 30, 31, 64, 84, 87, 88]),
        (
            "only HTTP and HTTPS are allowed: files, LDAP, TFTP, SSH, RTSP",
            [36, 37, 38, 39, 68, 69, 70, 71, 72, 73, 74, 78, 79, 85, 86]
        ),
        ("nothing is sent but the head of a GET", [25, 26, 34, 65]),
        (
            "the option that leads to it is never set: failing by status, an interface, a range, authentication",
            [22, 33, 45, 94]
        ),
        ("setting options reports it, and the transfer does not start", [4, 48, 49]),
        ("the multi interface waits instead", [81]),
        ("HTTP/3 is never asked for", [95, 96]),
    ]
}
