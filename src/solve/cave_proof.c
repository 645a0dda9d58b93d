/* SPDX-License-Identifier: MIT */
/* cave_proof.c - see cave_proof.h. */
#include <stdlib.h>
#include "solve/cave_proof.h"

/* ---- mirror images ---- */

static uint64_t mirror(uint64_t x, int size)
{
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return x >> (8 - size);
}

static uint64_t upside_down(uint64_t x, int size)
{
    return __builtin_bswap64(x) >> 8 * (8 - size);
}

static void keep_less(uint64_t *own, uint64_t *enemy, uint64_t a, uint64_t b)
{
    if (a < *own || (a == *own && b < *enemy)) {
        *own = a;
        *enemy = b;
    }
}

void cave_least(int size, uint64_t *own, uint64_t *enemy)
{
    uint64_t a = *own, b = *enemy, c = mirror(a, size), d = mirror(b, size);
    keep_less(own, enemy, c, d);
    keep_less(own, enemy, upside_down(a, size), upside_down(b, size));
    keep_less(own, enemy, upside_down(c, size), upside_down(d, size));
}

/* ---- the memory: 60 bits of a hash, 2 bits each for the least and most result ---- */

static uint64_t hash(uint64_t own, uint64_t enemy)
{
    uint64_t h = ~own * UINT64_C(0x9e3779b97f4a7c15); /* an empty slot is nobody's */
    h = (h ^ h >> 32 ^ enemy) * UINT64_C(0xd6e8feb86659fd93);
    h = (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 32;
}

bool cave_proof_make(struct cave_proof *c, const lus_rules *r, int bits)
{
    *c = (struct cave_proof){.r = r, .mask = (UINT64_C(1) << bits) - 1};
    c->slot = calloc((size_t)c->mask + 1, sizeof *c->slot);
    return c->slot;
}

void cave_proof_free(struct cave_proof *c)
{
    free(c->slot);
    c->slot = NULL;
}

/* ---- the search ---- */

/* Lines of k cells without a brick of the other side. */
CAVE_INLINE bool has_open(const struct cave_set *c, uint64_t other)
{
    uint64_t free = c->board & ~other;
    return (cave_runs(free, 1, c->length) & c->rights) || cave_runs(free, 8, c->length) ||
           (cave_runs(free, 9, c->length) & c->rights) ||
           (cave_runs(free, 7, c->length) & c->lefts);
}

/* The cells to try, best first: those that leave more cells to complete a line, then
   those with more bricks around them.  5x4: 46 million nodes -> 11, 7x3: 777,000 ->
   9,600 with the former. */
CAVE_INLINE int order(const lus_rules *r, uint64_t own, uint64_t enemy, uint64_t cells,
                      uint64_t *list)
{
    enum { THREAT = 8 };
    const lus_pos p = {{own, enemy, 0, 0}};
    int n = 0, worth[LUS_MAX_MOVES];
    for (; cells; cells &= cells - 1) {
        uint64_t cell = cells & -cells;
        int bit = __builtin_ctzll(cell) + 1, at = n++;
        const lus_pos next = {{own | cell, enemy, 0, 0}};
        cave_both wins = cave_wins(cave_set(r), &next);
        int w = cave_liking(r, &p, move_step(bit, bit), &p) +
                THREAT * bits_count(wins[0] & ~(own | enemy | cell));
        /* cppcheck-suppress uninitvar ; those before n are there */
        for (; at > 0 && worth[at - 1] < w; at--) {
            worth[at] = worth[at - 1];
            list[at] = list[at - 1];
        }
        worth[at] = w;
        list[at] = cell;
    }
    return n;
}

typedef int prover(const struct cave_proof *c, uint64_t own, uint64_t enemy, int alpha,
                   int beta);

/* The rule set is a constant and `again` the function this becomes: hot.h. */
CAVE_INLINE int prove(const lus_rules *r, prover *again, const struct cave_proof *c,
                      uint64_t own, uint64_t enemy, int alpha, int beta)
{
    const struct cave_set *set = cave_set(r);
    const lus_pos p = {{own, enemy, 0, 0}};
    uint64_t cells = cave_targets(r, &p), a = own, b = enemy, list[LUS_MAX_MOVES];
    if (!cells)
        return 0; /* M4 */
    cave_both wins = cave_wins(set, &p);
    uint64_t threats = wins[1] & cells;
    if (wins[0] & cells)
        return 1;
    if (threats & (threats - 1))
        return -1;
    int least = has_open(set, own) ? -1 : 0, most = has_open(set, enemy) ? 1 : 0;
    cave_least(set->size, &a, &b);
    uint64_t key = hash(a, b);
    _Atomic uint64_t *slot = &c->slot[key & c->mask];
    uint64_t known = atomic_load_explicit(slot, memory_order_relaxed);
    if (known >> 4 == key >> 4) {
        int low = (int)(known & 3) - 1, high = (int)(known >> 2 & 3) - 1;
        least = low > least ? low : least;
        most = high < most ? high : most;
    }
    if (least >= beta || least == most)
        return least;
    if (most <= alpha)
        return most;
    alpha = least > alpha ? least : alpha;
    beta = most < beta ? most : beta;
    int n = order(r, own, enemy, threats ? threats : cells, list), best = -1,
        from = alpha;
    for (int i = 0; i < n && best < beta; i++) {
        int value = -again(c, enemy, own | list[i], -beta, -from);
        best = value > best ? value : best;
        from = best > from ? best : from;
    }
    if (best > alpha)
        least = best > least ? best : least;
    if (best < beta)
        most = best < most ? best : most;
    known = (key & ~UINT64_C(15)) | (uint64_t)(least + 1) | (uint64_t)(most + 1) << 2;
    atomic_store_explicit(slot, known, memory_order_relaxed);
    return best;
}

#define CAVE_FITS(i, bricks)                                                             \
    static int prove_##i(const struct cave_proof *c, uint64_t own, uint64_t enemy,       \
                         int alpha, int beta)                                            \
    {                                                                                    \
        return prove(&cave_rules[i], prove_##i, c, own, enemy, alpha, beta);             \
    }
#include "solve/cave_fits.def"
#undef CAVE_FITS

int cave_prove(const struct cave_proof *c, uint64_t own, uint64_t enemy)
{
    switch (c->r->number) {
#define CAVE_FITS(i, bricks)                                                             \
    case i:                                                                              \
        return prove_##i(c, own, enemy, -1, 1);
#include "solve/cave_fits.def"
#undef CAVE_FITS
    }
    return 0;
}
