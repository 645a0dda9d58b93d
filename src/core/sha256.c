/* SPDX-License-Identifier: MIT */
/* sha256.c - written from FIPS 180-4 and RFC 2104; its published vectors are in
   test/test_dice.c.  Speed does not matter here: a throw is two short messages. */
#include <string.h>
#include "core/sha256.h"

/* First 32 bits of the fractional parts of the cube roots of the primes 2..311. */
static const uint32_t round_key[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
};

static uint32_t rotate(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

/* The 16 words of a block, stretched to 64. */
static void schedule(const uint8_t *block, uint32_t w[64])
{
    for (int i = 0; i < 16; i++, block += 4)
        w[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
               (uint32_t)block[2] << 8 | block[3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
}

static void compress(uint32_t h[8], const uint8_t *block)
{
    uint32_t w[64], v[8];
    schedule(block, w);
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t a = v[0], e = v[4];
        uint32_t choose = (e & v[5]) ^ (~e & v[6]);
        uint32_t majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
        uint32_t t1 = v[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choose +
                      round_key[i] + w[i];
        uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        h[i] += v[i];
}

void sha256_begin(struct sha256 *s)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(s->h, start, sizeof start);
    s->length = 0;
}

void sha256_add(struct sha256 *s, const void *bytes, size_t n)
{
    const uint8_t *from = bytes;
    while (n--) {
        s->block[s->length++ % SHA256_BLOCK] = *from++;
        if (s->length % SHA256_BLOCK == 0)
            compress(s->h, s->block);
    }
}

void sha256_end(struct sha256 *s, uint8_t digest[SHA256_BYTES])
{
    uint64_t bits = s->length * 8;
    uint8_t size[8];
    for (int i = 0; i < 8; i++)
        size[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_add(s, "\x80", 1);
    while (s->length % SHA256_BLOCK != SHA256_BLOCK - sizeof size)
        sha256_add(s, "", 1);
    sha256_add(s, size, sizeof size);
    for (int i = 0; i < SHA256_BYTES; i++)
        digest[i] = (uint8_t)(s->h[i / 4] >> (24 - 8 * (i % 4)));
}

static void add_pad(struct sha256 *s, const uint8_t key[SHA256_BLOCK], uint8_t mask)
{
    uint8_t pad[SHA256_BLOCK];
    for (int i = 0; i < SHA256_BLOCK; i++)
        pad[i] = key[i] ^ mask;
    sha256_begin(s);
    sha256_add(s, pad, sizeof pad);
}

void hmac_sha256(const void *key, size_t key_size, const void *message, size_t size,
                 uint8_t digest[SHA256_BYTES])
{
    struct sha256 s;
    uint8_t block[SHA256_BLOCK] = {0};
    if (key_size > SHA256_BLOCK) {
        sha256_begin(&s);
        sha256_add(&s, key, key_size);
        sha256_end(&s, block);
    } else {
        memcpy(block, key, key_size);
    }
    add_pad(&s, block, 0x36);
    sha256_add(&s, message, size);
    sha256_end(&s, digest);
    add_pad(&s, block, 0x5c);
    sha256_add(&s, digest, SHA256_BYTES);
    sha256_end(&s, digest);
}

void bytes_to_hex(const uint8_t *bytes, size_t n, char *hex)
{
    static const char digit[] = "0123456789abcdef";
    for (; n--; bytes++) {
        *hex++ = digit[*bytes >> 4];
        *hex++ = digit[*bytes & 15];
    }
    *hex = '\0';
}
