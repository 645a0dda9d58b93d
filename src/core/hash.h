/* SPDX-License-Identifier: MIT */
/* hash.h - hash functions that do not have to resist an attacker: FNV-1a for bytes, and
   one for positions.

   Files contain FNV-1a values (checkpoints, stores, bench/SIGNATURE), so it must not
   change; pos_hash is used only in memory. */
#ifndef CORE_HASH_H
#define CORE_HASH_H

#include <stddef.h>
#include "lusoria.h"

/* FNV-1a of nothing: the value to begin with. */
#define HASH_START UINT64_C(0xcbf29ce484222325)

/* FNV-1a continued: the hash of what h is the hash of and n more bytes. */
static inline uint64_t hash_bytes(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *from = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ from[i]) * UINT64_C(0x100000001b3);
    return h;
}

/* The same for the eight bytes of a number, the lowest first on every machine. */
static inline uint64_t hash_number(uint64_t h, uint64_t v)
{
    for (int i = 0; i < 8; i++)
        h = (h ^ (v >> (8 * i) & 0xff)) * UINT64_C(0x100000001b3);
    return h;
}

/* A position as 64 well-mixed bits, the same for equal positions. */
static inline uint64_t pos_hash(const lus_pos *p)
{
    uint64_t h = p->w[0] * 0x9e3779b97f4a7c15u + p->w[1] * 0xc2b2ae3d27d4eb4fu +
                 (p->w[2] << 1 | p->w[3]) * 0xff51afd7ed558ccdu;
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

#endif
