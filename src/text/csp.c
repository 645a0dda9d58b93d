/* SPDX-License-Identifier: MIT */
/* csp.c - see csp.h: the SHA-256 of all parts, one after the other, in base64. */
#include <string.h>
#include "core/sha256.h"
#include "text/csp.h"

static void put_base64(struct buffer *out, const uint8_t *bytes, size_t n)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16;
        three |= i + 1 < n ? (uint32_t)bytes[i + 1] << 8 : 0;
        three |= i + 2 < n ? bytes[i + 2] : 0;
        for (size_t k = 0; k < 4; k++)
            buffer_bytes(out, i + k > n ? "=" : &digits[three >> (18 - 6 * k) & 63], 1);
    }
}

void csp_hash_source(struct buffer *out, const char *const *parts)
{
    struct sha256 sum;
    uint8_t digest[SHA256_BYTES];
    sha256_begin(&sum);
    for (; *parts; parts++)
        sha256_add(&sum, *parts, strlen(*parts));
    sha256_end(&sum, digest);
    buffer_str(out, "'sha256-");
    put_base64(out, digest, sizeof digest);
    buffer_str(out, "'");
}
