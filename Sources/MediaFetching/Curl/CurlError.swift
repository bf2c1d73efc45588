import CCurl

/// A libcurl call that failed: a code of the easy or of the multi interface.
struct CurlError: Error, Sendable, Equatable {
    /// The call, such as `curl_easy_setopt`.
    let call: String
    /// The `CURLcode` or `CURLMcode`.
    let code: Int64

    /// Throws unless `code` is `CURLE_OK`.
    static func check(_ call: String, _ code: CURLcode) throws(CurlError) {
        guard code == CURLE_OK else { throw CurlError(call: call, code: Int64(code.rawValue)) }
    }

    /// Throws unless `code` is `CURLM_OK`.
    static func check(_ call: String, _ code: CURLMcode) throws(CurlError) {
        guard code == CURLM_OK else { throw CurlError(call: call, code: Int64(code.rawValue)) }
    }
}
