import CCurl

/// The options that every transfer has, as data: what libcurl 7.88.1 must not be left to decide.
enum EasyOptions {
    /// An option with a `long` value.
    typealias Number = (option: CURLoption, value: Int)
    /// An option with a text.
    typealias Text = (option: CURLoption, value: String)

    /// Numbers; defaults that matter are written down, so that a change of libcurl's mind changes nothing here.
    static let numbers: [Number] = [
        // Redirects are followed by hand, each hop judged anew.
        (CURLOPT_FOLLOWLOCATION, 0),
        (CURLOPT_MAXREDIRS, 0),
        // Without it the end of a transfer whose name hangs in the resolver stops the whole loop for seconds.
        (CURLOPT_QUICK_EXIT, 1),
        (CURLOPT_NOSIGNAL, 1),
        (CURLOPT_HTTPGET, 1),
        (CURLOPT_HTTP09_ALLOWED, 0),
        (CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS),
        (CURLOPT_TRANSFER_ENCODING, 0),
        (CURLOPT_HTTP_TRANSFER_DECODING, 1),
        // Through TLS a request goes out from a buffer of this size, which each transfer then keeps: the least there is.
        (CURLOPT_UPLOAD_BUFFERSIZE, 16_384),
        // Codings are taken off by BodyDecoder: libcurl's own takes a cut stream for a whole one.
        (CURLOPT_HTTP_CONTENT_DECODING, 0),
        (CURLOPT_SSL_VERIFYPEER, 1),
        (CURLOPT_SSL_VERIFYHOST, 2),
        (CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2),
        (CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)),
        (CURLOPT_HTTPAUTH, 0),
        (CURLOPT_UNRESTRICTED_AUTH, 0),
        (CURLOPT_AUTOREFERER, 0),
        (CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
        (CURLOPT_PATH_AS_IS, 1),
        // Pooled connections: checked by the kernel, and not kept past changes of the name.
        (CURLOPT_TCP_KEEPALIVE, 1),
        (CURLOPT_TCP_KEEPIDLE, 30),
        (CURLOPT_TCP_KEEPINTVL, 15),
        (CURLOPT_TCP_FASTOPEN, 0),
        (CURLOPT_DNS_CACHE_TIMEOUT, 30),
        (CURLOPT_MAXAGE_CONN, 30),
        (CURLOPT_MAXLIFETIME_CONN, 300),
        (CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS, 200),
        (CURLOPT_VERBOSE, 0),
        (CURLOPT_NOPROGRESS, 1),
        // No option sets a size limit, a total or a stall time: CURLOPT_MAXFILESIZE_LARGE judges the bodies of redirects
        // and errors too, and the other two run on libcurl's clock. TransferState keeps all three.
    ]

    /// Texts.
    static let texts: [Text] = [
        // Both: an empty proxy overrules the environment's *_proxy variables, which would hide the address from the guard.
        (CURLOPT_PROXY, ""),
        (CURLOPT_NOPROXY, "*"),
    ]

    /// Header lines of every request. Accept names the supported types alone: a wildcard, or `image/*`, makes CDNs send
    /// WebP or AVIF.
    static let headers = [
        "Accept: image/jpeg, image/png, image/gif, image/tiff, video/mpeg, video/mp4, video/quicktime, "
            + "audio/mpeg, audio/aac, audio/mp4, audio/wav, audio/x-wav, audio/x-caf",
        "Accept-Encoding: identity",
    ]
}
