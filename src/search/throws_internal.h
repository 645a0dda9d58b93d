/* SPDX-License-Identifier: MIT */
/* throws_internal.h - the throws of a chance node: bounds of their values, and their moves,
   played and ordered by static estimates.  See star_internal.h for how they are used. */
#ifndef SEARCH_THROWS_INTERNAL_H
#define SEARCH_THROWS_INTERNAL_H

#include "search/leaf_internal.h"

/* Bounds of the throws of a chance node. */
struct throw_bounds {
    int64_t sum_lo, sum_hi; /* of the weighted sum */
    int64_t low, high;      /* cutoff if the sum is <= low or >= high */
    int lo[LUS_MAX_THROWS], hi[LUS_MAX_THROWS];
};

HOT_INLINE struct throw_bounds open_throw_bounds(const lus_rules *r, int bound, int alpha,
                                                 int beta)
{
    struct throw_bounds b = {
        .sum_lo = -(int64_t)bound * r->dice.weight_sum,
        .sum_hi = (int64_t)bound * r->dice.weight_sum,
        .low = sum_for_alpha(alpha, r->dice.weight_sum),
        .high = sum_for_beta(beta, r->dice.weight_sum),
    };
    for (int t = 0; t < r->dice.n_throws; t++) {
        b.lo[t] = -bound;
        b.hi[t] = bound;
    }
    return b;
}

static inline void raise_lower(struct throw_bounds *b, int t, int weight, int v)
{
    b->sum_lo += (int64_t)weight * (v - b->lo[t]);
    b->lo[t] = v;
}

static inline void reduce_upper(struct throw_bounds *b, int t, int weight, int v)
{
    b->sum_hi += (int64_t)weight * (v - b->hi[t]);
    b->hi[t] = v;
}

/* If the value of throw t is at most this, the sum is at most `low`. */
static inline int64_t fails_low(const struct throw_bounds *b, int t, int weight)
{
    return floor_div(b->low - (b->sum_hi - (int64_t)weight * b->hi[t]), weight);
}

/* If the value of throw t is at least this, the sum is at least `high`. */
static inline int64_t fails_high(const struct throw_bounds *b, int t, int weight)
{
    return ceil_div(b->high - (b->sum_lo - (int64_t)weight * b->lo[t]), weight);
}

/* The table keeps the index of the best move of five throws, 4 bits each. */
static inline unsigned move_hint(unsigned moves, int t)
{
    return moves >> (4 * t) & 15;
}

static inline unsigned set_move_hint(unsigned moves, int t, int index)
{
    unsigned four = (unsigned)(index < 15 ? index : 15) << (4 * t);
    return (moves & ~(15u << (4 * t))) | four;
}

/* The moves of one throw, played and ordered. */
struct throw_moves {
    int n, estimate; /* the static estimate of the best move */
    uint8_t again[LUS_MAX_MOVES], order[LUS_MAX_MOVES];
    int lower[LUS_MAX_MOVES], upper[LUS_MAX_MOVES]; /* from the transposition table */
    uint64_t hash[LUS_MAX_MOVES];
    lus_pos next[LUS_MAX_MOVES];
};

static inline int max_int(int a, int b)
{
    return a > b ? a : b;
}

static inline int clamp_int(int v, int lower, int upper)
{
    return v < lower ? lower : v > upper ? upper : v;
}

HOT_INLINE void play_throw(const lus_rules *r, const struct search *s, const lus_pos *p,
                           int throw, struct throw_moves *c)
{
    lus_move list[LUS_MAX_MOVES];
    int n = r->moves(r, p, throw, list);
    c->n = n ? n : 1;
    for (int i = 0; i < c->n; i++) {
        lus_pos *next = &c->next[i];
        *next = *p;
        c->again[i] =
            (uint8_t)(n ? r->play(r, next, throw, list[i]) : r->pass(r, next, throw));
        c->order[i] = (uint8_t)i;
        c->hash[i] = pos_hash(next);
        c->lower[i] = -VALUE_MAX;
        c->upper[i] = VALUE_MAX;
        if (s->tt)
            tt_prefetch(s->tt, c->hash[i]);
    }
}

/* The static estimate of move i, within its bounds. */
HOT_INLINE int estimate_move(const lus_rules *r, const struct search *s,
                             const struct throw_moves *c, int i)
{
    const lus_pos *next = &c->next[i];
    int result = r->result(r, next);
    if (c->lower[i] == c->upper[i])
        return c->lower[i];
    int v = result ? final_value(r, s, next, result, 0) : static_value(r, s, next);
    return clamp_int(c->again[i] ? v : -v, c->lower[i], c->upper[i]);
}

/* Orders the moves by their estimates, after the move of the table. */
HOT_INLINE void order_throw(const lus_rules *r, const struct search *s,
                            struct throw_moves *c, unsigned first)
{
    int score[LUS_MAX_MOVES];
    c->estimate = -VALUE_MAX;
    for (int i = 0; i < c->n; i++) {
        int v = estimate_move(r, s, c, i), j = i;
        c->estimate = max_int(c->estimate, v);
        v = (unsigned)i == first ? 1 << 30 : v;
        for (; j > 0 && score[j - 1] < v && s->order; j--) {
            score[j] = score[j - 1];
            c->order[j] = c->order[j - 1];
        }
        score[j] = v;
        c->order[j] = (uint8_t)i;
    }
}

#endif
