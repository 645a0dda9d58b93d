/* SPDX-License-Identifier: MIT */
/* awari_sow.c - the table of sowings (A1), computed by the preprocessor (see awari.h).

   Pits of both rows are 0..11 in the direction of sowing.  The origin is skipped,
   so a lap is 11 stones.  Of n stones, the pit d places further (1..11) gets one per full
   lap and one more if the rest, n % 11, is at least d. */
#include "games/awari/awari.h"

#define GETS(pit, n, to) ((n) / 11 + ((n) % 11 >= ((to) - (pit) + 12) % 12))
#define BYTE(pit, n, to, at)                                                             \
    ((to) == (pit) ? UINT64_C(0) : (uint64_t)GETS(pit, n, to) << 8 * (at))
#define ROW(pit, n, to)                                                                  \
    (BYTE(pit, n, (to) + 0, 0) + BYTE(pit, n, (to) + 1, 1) + BYTE(pit, n, (to) + 2, 2) + \
     BYTE(pit, n, (to) + 3, 3) + BYTE(pit, n, (to) + 4, 4) + BYTE(pit, n, (to) + 5, 5))
/* The pit of the last stone: 6 or more is the enemy's. */
#define LAST(pit, n) ((n) ? ((pit) + ((n) + 10) % 11 + 1) % 12 : (pit))
#define RUN(pit, n)                                                                      \
    (LAST(pit, n) >= 6 ? (UINT64_C(1) << (8 * (LAST(pit, n) - 5) & 63)) - 1 : 0)

#define MOVE(pit, n) (((pit) + 1) | (LAST(pit, n) + 1) << 8)

#define SOW(pit, n)                                                                      \
    {                                                                                    \
        ROW(pit, n, 0) - ((uint64_t)(n) << 8 * (pit)), ROW(pit, n, 6),                   \
            RUN(pit, n) & AWARI_TOP, MOVE(pit, n)                                        \
    }
#define SOW_4(pit, n) SOW(pit, n), SOW(pit, n + 1), SOW(pit, n + 2), SOW(pit, n + 3)
#define SOW_16(pit, n)                                                                   \
    SOW_4(pit, n), SOW_4(pit, n + 4), SOW_4(pit, n + 8), SOW_4(pit, n + 12)
#define PIT(pit)                                                                         \
    {                                                                                    \
        SOW_16(pit, 0), SOW_16(pit, 16), SOW_16(pit, 32), SOW(pit, 48)                   \
    }

const struct awari_sow awari_sow[AWARI_PITS][64] = {
    PIT(0), PIT(1), PIT(2), PIT(3), PIT(4), PIT(5),
};
