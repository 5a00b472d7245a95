#include "NoNetwork.h"

/*
 * Debian's libgit2 sets TLS and ssh up whenever it starts, and reads all certificates that the system trusts.
 * That takes a fifth of a small command, for nothing: docmerge reaches the network by the program git alone.
 *
 * A program with shared libraries exports this function, and libgit2 finds it before that of Mbed TLS. The
 * function is weak, so that a static Mbed TLS may define it, too. In a static program the linker leads the calls
 * to the functions named __wrap_.
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
