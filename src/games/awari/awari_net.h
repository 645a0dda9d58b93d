/* SPDX-License-Identifier: MIT */
/* awari_net.h - the learned evaluation of Awari: a small network in integers.

   The inputs are 0 or 1, and fourteen of them are 1: the stones of each pit (0..15, 15 stands
   for more), the set of enemy pits that a move of the side to move can capture from, and the
   set of own pits that the enemy could capture from if it were to move.  Their rows of 16
   weights are added; activation and output layer are those of core/net.h, with one output
   layer for every six stones in the pits, because the values of shapes change when stones
   become few.  The output is a number of stones, to be added to the lead in the stores.
   The weights are

       12 x 16 rows  own pit 0 with 0..15 stones, own pit 1, .., enemy pit 0, ..
        2 x 64 rows  sets of pits that can be captured from: the enemy's, the own
        8 rows       output weights by stones in the pits: 1..6, 7..12, .., 43..48
        8 numbers    the biases of the outputs

   Any fourteen rows add up to less than 2^15 in every unit (test_awari_net). */
#ifndef GAMES_AWARI_NET_H
#define GAMES_AWARI_NET_H

#include "core/net.h"
#include "games/awari/awari_row.h"

enum {
    AWARI_NET_STONES = 16, /* rows per pit */
    AWARI_NET_SETS = 64,
    AWARI_NET_SETS_AT = 12 * AWARI_NET_STONES, /* the first row of the sets */
    AWARI_NET_INPUTS = AWARI_NET_SETS_AT + 2 * AWARI_NET_SETS,
    AWARI_NET_OUTPUTS = 8,
    AWARI_NET_TERMS = 14,
    AWARI_NET_WEIGHTS =
        (AWARI_NET_INPUTS + AWARI_NET_OUTPUTS) * NET_HIDDEN + AWARI_NET_OUTPUTS,
};

/* Learned, one file each; aligned to 64 bytes. */
extern const int16_t awari_abapa_weights[AWARI_NET_WEIGHTS],
    awari_oware_weights[AWARI_NET_WEIGHTS], awari_olympiad_weights[AWARI_NET_WEIGHTS];

/* Bit i is set if byte i of x is 1; its bytes are 0 or 1. */
static inline uint32_t awari_gather(uint64_t x)
{
    return (uint32_t)(x * UINT64_C(0x0102040810200000) >> 56);
}

/* The enemy pits, as bits 0..5, that a move of `own` can capture from: the last stone reaches
   a pit of 1 or 2 stones or, after a full lap, of 0 or 1.  Bit i + n of `last` says that n
   stones are in pit i; the sixth enemy pit is 11, and 22 after a lap, which skips pit i. */
static inline uint32_t awari_attacked(uint64_t own, uint64_t enemy)
{
    uint64_t last = 0;
    for (int i = 0; i < 6; i++)
        last |= UINT64_C(1) << (i + (int)(own >> 8 * i & 63));
    uint32_t fit = awari_gather(awari_has(enemy, 1) - awari_has(enemy, 3));
    uint32_t fit_lap = awari_gather(AWARI_BYTES(1) - awari_has(enemy, 2));
    return ((uint32_t)(last >> 6) & fit) | ((uint32_t)(last >> 17) & fit_lap);
}

/* A row with at most 15 stones in each pit. */
static inline uint64_t awari_capped(uint64_t row)
{
    uint64_t over = awari_has(row, AWARI_NET_STONES) * 0xff;
    return (row & ~over) | (over & AWARI_BYTES(AWARI_NET_STONES - 1));
}

/* The rows of a position. */
static inline void awari_net_rows(const lus_pos *p, uint32_t at[AWARI_NET_TERMS])
{
    uint64_t own = awari_capped(p->w[0]), enemy = awari_capped(p->w[1]);
    for (uint32_t i = 0; i < 6; i++) {
        at[i] = AWARI_NET_STONES * i + (uint32_t)(own >> 8 * i & 15);
        at[6 + i] = AWARI_NET_STONES * (6 + i) + (uint32_t)(enemy >> 8 * i & 15);
    }
    at[12] = AWARI_NET_SETS_AT + awari_attacked(p->w[0], p->w[1]);
    at[13] = AWARI_NET_SETS_AT + AWARI_NET_SETS + awari_attacked(p->w[1], p->w[0]);
}

/* The output layer of a position, by the stones in the pits. */
static inline int awari_net_output(const lus_pos *p)
{
    int stones = awari_sum(p->w[0] + p->w[1]);
    return stones ? (stones - 1) / 6 : 0;
}

/* One copy in the browser's module, whose size is limited. */
#ifdef __wasm__
#define AWARI_NET_INLINE static inline __attribute__((noinline))
#else
#define AWARI_NET_INLINE static inline __attribute__((always_inline))
#endif

/* The value of a position without the stones in the stores, in hundredths of a stone. */
AWARI_NET_INLINE int awari_net_value(const int16_t *weights, const lus_pos *p)
{
    const struct net_row *rows = (const void *)weights;
    const int16_t *bias = weights + (AWARI_NET_INPUTS + AWARI_NET_OUTPUTS) * NET_HIDDEN;
    uint32_t at[AWARI_NET_TERMS];
    int output = awari_net_output(p);
    awari_net_rows(p, at);
    int32_t z = net_sum_dot(rows, at, AWARI_NET_TERMS, &rows[AWARI_NET_INPUTS + output]) +
                bias[output] * NET_BENT_ONE;
    return (z >> 12) * 25 >> 8; /* NET_Z_ONE is a stone */
}

#endif
