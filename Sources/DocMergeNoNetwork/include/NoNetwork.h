/* What libgit2 sets up for a network that docmerge never reaches by it; see NoNetwork.c. */
#ifndef DOCMERGE_NO_NETWORK_H
#define DOCMERGE_NO_NETWORK_H

/* In the place of the function of Mbed TLS: reads no file, and finds no fault with that. */
int mbedtls_x509_crt_parse_file(void *chain, const char *path);

/* The same for a program without shared libraries, where the linker leads calls of the original here. */
int __wrap_mbedtls_x509_crt_parse_file(void *chain, const char *path);
int __wrap_mbedtls_ctr_drbg_seed(void *context, void *entropy, void *state, const unsigned char *custom,
                                 unsigned long length);
int __wrap_libssh2_init(int flags);

/* Stands for each function of GSSAPI, which has no static library: fails. */
int docmerge_no_negotiation(void);

#endif
