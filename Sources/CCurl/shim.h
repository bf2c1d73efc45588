// What Swift's importer cannot see of libcurl: curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic
// ("Variadic function is unavailable"). There is one function per type of value and one per shape of callback, not one
// per option: a wrong width (int for long, long for curl_off_t) is silent memory garbage through the variadic call, and
// a compile error through these. Each returns what the C call returns, and decides nothing.
#ifndef ATTACHD_CCURL_SHIM_H
#define ATTACHD_CCURL_SHIM_H

#include <curl/curl.h>
#include <stddef.h>
#include <stdint.h>

// curl_easy_setopt for options of type CURLOPTTYPE_LONG and CURLOPTTYPE_VALUES.
static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

// curl_easy_setopt for CURLOPTTYPE_STRINGPOINT; libcurl copies the text. NULL takes the option back to its default.
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

// curl_easy_setopt for CURLOPTTYPE_CBPOINT and CURLOPTTYPE_OBJECTPOINT; the pointer is kept as it is.
static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

// curl_easy_setopt for CURLOPTTYPE_SLISTPOINT; the list is not copied and must outlive the transfer.
static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

// The shape of CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION: bytes in, bytes taken out; fewer end the transfer.
typedef size_t (*ccurl_bytes_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_body_callback(CURL *handle, ccurl_bytes_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback);
}

static inline CURLcode ccurl_set_header_callback(CURL *handle, ccurl_bytes_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, callback);
}

// The shape of CURLOPT_OPENSOCKETFUNCTION: called for each address that libcurl is about to connect to.
typedef curl_socket_t (*ccurl_socket_callback)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode ccurl_set_socket_callback(CURL *handle, ccurl_socket_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
}

// The shape of CURLOPT_PREREQFUNCTION: called on a connection, new or reused, just before the request is sent.
typedef int (*ccurl_request_callback)(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port);

static inline CURLcode ccurl_set_request_callback(CURL *handle, ccurl_request_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
}

// curl_easy_getinfo for CURLINFO_LONG.
static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

// curl_easy_getinfo for CURLINFO_OFF_T.
static inline CURLcode ccurl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

// curl_multi_setopt for options of type CURLOPTTYPE_LONG.
static inline CURLMcode ccurl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

// The result inside a CURLMsg: a union member, valid for CURLMSG_DONE alone.
static inline CURLcode ccurl_message_result(const CURLMsg *message) {
    return message->data.result;
}

#endif
