import CCurl

/// A URL as libcurl's own parser understands it: the same parser that later makes the connection, so that the rules and
/// the connection can never disagree on the host.
///
/// `@safe`: the handle is made in `init`, freed in `deinit`, and never leaves.
@safe struct ParsedURL: ~Copyable {
    private let handle: OpaquePointer

    /// Parses an absolute URL with `curl_url_set(3)`; nil if it is refused, as with userinfo or a port over 65535.
    init?(_ text: String) {
        guard let handle = unsafe curl_url() else { return nil }
        let flags = UInt32(CURLU_DISALLOW_USER | CURLU_PATH_AS_IS | CURLU_NON_SUPPORT_SCHEME)
        guard unsafe curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK else {
            unsafe curl_url_cleanup(handle)
            return nil
        }
        unsafe self.handle = handle
    }

    deinit {
        unsafe curl_url_cleanup(handle)
    }

    /// The host: numeric IPv4 spellings turned into dotted decimal, IPv6 in brackets without its zone.
    var host: String? {
        part(CURLUPART_HOST)
    }

    /// The port as written, without leading zeros; nil if none is.
    var port: String? {
        part(CURLUPART_PORT)
    }

    private func part(_ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(handle, part, &text, 0) == CURLUE_OK, let found = unsafe text else { return nil }
        defer { unsafe curl_free(found) }
        return unsafe String(validatingCString: found)
    }
}
