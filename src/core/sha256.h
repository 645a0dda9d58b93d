/* SPDX-License-Identifier: MIT */
/* sha256.h - SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), for verifiable dice. */
#ifndef CORE_SHA256_H
#define CORE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

struct sha256 {
    uint32_t h[8];
    uint64_t length; /* bytes so far */
    uint8_t block[SHA256_BLOCK];
};

/* Starts a digest; adds n bytes to it; writes it, after which *s must be begun again. */
void sha256_begin(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *bytes, size_t n);
void sha256_end(struct sha256 *s, uint8_t digest[SHA256_BYTES]);

/* Writes the HMAC of the message; a key may have any size. */
void hmac_sha256(const void *key, size_t key_size, const void *message, size_t size,
                 uint8_t digest[SHA256_BYTES]);

/* Writes lower-case hexadecimal digits and a NUL: 2 n + 1 bytes. */
void bytes_to_hex(const uint8_t *bytes, size_t n, char *hex);

#endif
