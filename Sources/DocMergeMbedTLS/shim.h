/* Mbed TLS for Swift: SHA-1, which git names its objects and seals its packs with. */
#ifndef DOCMERGE_MBEDTLS_SHIM_H
#define DOCMERGE_MBEDTLS_SHIM_H

#include <mbedtls/sha1.h>
#include <mbedtls/version.h>

/* SHA-1 of `count` bytes into 20 bytes at `hash`; 0 on success. Mbed TLS 3 dropped the `_ret` name. */
static inline int docmerge_sha1(const unsigned char *bytes, size_t count, unsigned char *hash) {
#if MBEDTLS_VERSION_MAJOR >= 3
  return mbedtls_sha1(bytes, count, hash);
#else
  return mbedtls_sha1_ret(bytes, count, hash);
#endif
}

#endif
