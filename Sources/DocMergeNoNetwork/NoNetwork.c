#include "NoNetwork.h"

/*
 * Debian's libgit2 sets TLS and ssh up whenever it starts, and reads all certificates that the system trusts,
 * which takes a fifth of a small command. docmerge never reaches a network by it: what is not a path goes
 * through the program git.
 *
 * A program with shared libraries exports the function, and libgit2 finds it before that of Mbed TLS. It is
 * weak so that a static library may bring its own, which nothing calls: there the linker wraps what is called.
 */
__attribute__((weak)) int mbedtls_x509_crt_parse_file(void *chain, const char *path) {
  (void)chain;
  (void)path;
  return 0;
}

int __wrap_mbedtls_x509_crt_parse_file(void *chain, const char *path) {
  (void)chain;
  (void)path;
  return 0;
}

int __wrap_mbedtls_ctr_drbg_seed(void *context, void *entropy, void *state, const unsigned char *custom,
                                 unsigned long length) {
  (void)context;
  (void)entropy;
  (void)state;
  (void)custom;
  (void)length;
  return 0;
}

int __wrap_libssh2_init(int flags) {
  (void)flags;
  return 0;
}

int docmerge_no_negotiation(void) { return -1; }
