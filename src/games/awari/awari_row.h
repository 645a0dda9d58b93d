/* SPDX-License-Identifier: MIT */
/* awari_row.h - a row of six pits as one word, a byte a pit.

   A byte is at most 48, so bit 7 is free: adding 0x80 - k to every byte sets it
   exactly where a pit holds k stones or more, six comparisons in one addition. */
#ifndef GAMES_AWARI_ROW_H
#define GAMES_AWARI_ROW_H

#include <stdint.h>

#define AWARI_BYTES(b) ((uint64_t)(b)*0x010101010101)
#define AWARI_TOP      AWARI_BYTES(0x80)

/* The sum of a row's bytes, up to 255. */
static inline int awari_sum(uint64_t row)
{
    return (int)(row * UINT64_C(0x0101010101010101) >> 56);
}

/* Bit 0 of every pit with k stones or more. */
static inline uint64_t awari_has(uint64_t row, int k)
{
    return ((row + AWARI_BYTES(0x80 - k)) & AWARI_TOP) >> 7;
}

#endif
