/* SPDX-License-Identifier: MIT */
/* random.c - streams; see random.h. */
#include "core/random.h"

uint64_t random_split(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* The seed is mixed before the index is added, so that neighbouring seeds do not share a
   stream, nor do (a, b) and (b, a). */
struct random random_stream(uint64_t seed, uint64_t index)
{
    struct random g;
    uint64_t state = random_split(&seed) + index;
    state = random_split(&state);
    for (int i = 0; i < 4; i++)
        g.s[i] = random_split(&state);
    return g;
}
