// libcrypto's message digests. OpenSSL 3 looks an algorithm up on each use of EVP_sha256(); that costs about as much as
// hashing 500 bytes, which is nothing against a body and is accepted for keys.
#ifndef ATTACHD_CCRYPTO_SHIM_H
#define ATTACHD_CCRYPTO_SHIM_H

#include <openssl/crypto.h>
#include <openssl/evp.h>

/// A fresh SHA-256 context; NULL when memory or the algorithm is missing.
static inline EVP_MD_CTX *crypto_sha256_new(void) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context != NULL && EVP_DigestInit_ex(context, EVP_sha256(), NULL) != 1) {
        EVP_MD_CTX_free(context);
        return NULL;
    }
    return context;
}

#endif
