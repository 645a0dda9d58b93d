/* SPDX-License-Identifier: MIT */
/* star.h - dice games: negamax with chance nodes, Star1 windows, Star2 probes.

   A chance node (side about to throw) of depth d has the value

       sum over throws of weight x best move's value, / W, rounded towards zero

   While its throws are searched each has bounds lo and hi, and the sum lies
   between SL and SH.  A throw's value matters only inside the window in which it
   can decide whether the sum reaches `high` or stays at `low` (Ballard's Star1);
   before that, one promising move of each throw may already prove that the sum
   reaches `high` (Star2).  Cut-offs compare with the unclamped window; a probe
   that fails low bounds one move, never the throw. */
#ifndef SEARCH_STAR_H
#define SEARCH_STAR_H

#include "search/leaf.h"

typedef int star_fn(struct search *s, const lus_pos *p, int depth, int alpha, int beta);

struct throws_bounds {
    int64_t sum_lo, sum_hi; /* weighted */
    int64_t low, high;      /* the sum decides at or below low, at or above high */
    int lo[LUS_MAX_THROWS], hi[LUS_MAX_THROWS];
};

HOT_INLINE struct throws_bounds open_bounds(const lus_rules *r, int bound, int alpha,
                                            int beta)
{
    struct throws_bounds b = {
        .sum_lo = -(int64_t)bound * r->weight_sum,
        .sum_hi = (int64_t)bound * r->weight_sum,
        .low = sum_staying(alpha, r->weight_sum),
        .high = sum_reaching(beta, r->weight_sum),
    };
    for (int t = 0; t < r->n_throws; t++) {
        b.lo[t] = -bound;
        b.hi[t] = bound;
    }
    return b;
}

static inline void raise_lo(struct throws_bounds *b, int t, int weight, int v)
{
    b->sum_lo += (int64_t)weight * (v - b->lo[t]);
    b->lo[t] = v;
}

static inline void lower_hi(struct throws_bounds *b, int t, int weight, int v)
{
    b->sum_hi += (int64_t)weight * (v - b->hi[t]);
    b->hi[t] = v;
}

/* At or below this value of throw t the sum stays at `low`. */
static inline int64_t fails_low(const struct throws_bounds *b, int t, int weight)
{
    return floor_div(b->low - (b->sum_hi - (int64_t)weight * b->hi[t]), weight);
}

/* At or above this value of throw t the sum reaches `high`. */
static inline int64_t fails_high(const struct throws_bounds *b, int t, int weight)
{
    return ceil_div(b->high - (b->sum_lo - (int64_t)weight * b->lo[t]), weight);
}

static inline unsigned hint_of(unsigned moves, int t)
{
    return moves >> (4 * t) & 15;
}

static inline unsigned with_hint(unsigned moves, int t, int place)
{
    unsigned four = (unsigned)(place < 15 ? place : 15) << (4 * t);
    return (moves & ~(15u << (4 * t))) | four;
}

/* The moves of a throw, played. */
struct choices {
    int n;
    lus_pos next[LUS_MAX_MOVES];
    uint8_t again[LUS_MAX_MOVES], order[LUS_MAX_MOVES];
};

/* Likeliest best first: the move the table remembers, then what the game likes. */
HOT_INLINE void order_choices(const lus_rules *r, const lus_pos *p, const lus_move *list,
                              struct choices *c, unsigned first)
{
    int score[LUS_MAX_MOVES];
    for (int i = 0; i < c->n; i++) {
        int j = i, v = 1 << 30;
        if ((unsigned)i != first)
            v = r->liking ? r->liking(r, p, list[i], &c->next[i]) : 0;
        for (; j > 0 && score[j - 1] < v; j--) {
            score[j] = score[j - 1];
            c->order[j] = c->order[j - 1];
        }
        score[j] = v;
        c->order[j] = (uint8_t)i;
    }
}

HOT_INLINE void make_choices(const lus_rules *r, const struct search *s, const lus_pos *p,
                             int throw, unsigned first, struct choices *c)
{
    lus_move list[LUS_MAX_MOVES];
    c->n = r->moves(r, p, throw, list);
    for (int i = 0; i < c->n; i++) {
        c->next[i] = *p;
        c->again[i] = (uint8_t)r->play(r, &c->next[i], throw, list[i]);
        c->order[i] = (uint8_t)i;
    }
    if (c->n == 0) {
        c->n = 1;
        c->next[0] = *p;
        c->again[0] = (uint8_t)r->pass(r, &c->next[0], throw);
        c->order[0] = 0;
    } else if (s->order && c->n > 1) {
        order_choices(r, p, list, c, first);
    }
}

/* The best move with this throw; `most` limits how many are tried (1: a probe). */
HOT_INLINE int star_decide(const lus_rules *r, star_fn *self, struct search *s,
                           const lus_pos *p, int throw, int depth, int alpha, int beta,
                           int most, unsigned first, int *place)
{
    struct choices c;
    int best = -VALUE_MAX;
    make_choices(r, s, p, throw, first, &c);
    s->stats.nodes[pos_side(p) != s->root_side]++;
    s->fuel--;
    for (int i = 0; i < c.n && i < most; i++) {
        int k = c.order[i], from = best > alpha && !s->plain ? best : alpha;
        int v = c.again[k] ? self(s, &c.next[k], depth - 1, from, beta)
                           : -self(s, &c.next[k], depth - 1, -beta, -from);
        if (s->stopped)
            return 0;
        if (v > best) {
            best = v;
            *place = k;
        }
        if (best >= beta && !s->plain) {
            s->stats.cutoffs++;
            break;
        }
    }
    return best;
}

/* Star2: one move of each throw.  True: the sum reaches `high` already. */
HOT_INLINE bool star_probe(const lus_rules *r, star_fn *self, struct search *s,
                           const lus_pos *p, int depth, struct throws_bounds *b,
                           unsigned *moves)
{
    for (int k = 0; k < r->n_throws; k++) {
        int t = r->by_weight[k], weight = r->throws[t].weight, place = 0;
        /* If every other throw were the best possible, this much is needed. */
        int64_t need =
            ceil_div(b->high - (b->sum_hi - (int64_t)weight * b->hi[t]), weight) - 1;
        int64_t enough = fails_high(b, t, weight);
        int from = clamp_value(need), to = clamp_value(enough);
        if (from >= to)
            return false;
        int v = star_decide(r, self, s, p, r->throws[t].value, depth, from, to, 1,
                            hint_of(*moves, t), &place);
        if (s->stopped)
            return true;
        if (v <= need)
            return false;
        raise_lo(b, t, weight, v);
        if (b->sum_lo >= b->high)
            return true;
    }
    return false;
}

/* Star1: every throw in its window.  Returns when the sum is decided or known. */
HOT_INLINE void star_throws(const lus_rules *r, star_fn *self, struct search *s,
                            const lus_pos *p, int depth, struct throws_bounds *b,
                            unsigned *moves)
{
    for (int k = 0; k < r->n_throws; k++) {
        int t = r->by_weight[k], weight = r->throws[t].weight, place = 0;
        int64_t low = fails_low(b, t, weight), high = fails_high(b, t, weight);
        int from = s->plain ? -VALUE_MAX : clamp_value(low);
        int to = s->plain ? VALUE_MAX : clamp_value(high);
        int v = star_decide(r, self, s, p, r->throws[t].value, depth, from, to,
                            LUS_MAX_MOVES, hint_of(*moves, t), &place);
        if (s->stopped)
            return;
        *moves = with_hint(*moves, t, place);
        if (v > low)
            raise_lo(b, t, weight, v);
        if (v < high)
            lower_hi(b, t, weight, v);
        if ((v <= low || v >= high) && !s->plain) {
            s->stats.cutoffs++;
            return;
        }
    }
}

HOT_INLINE int star_body(const lus_rules *r, star_fn *self, struct search *s,
                         const lus_pos *p, int depth, int alpha, int beta)
{
    int result = r->result(r, p);
    if (result != LUS_ONGOING)
        return final_value(r, s, p, result, depth);
    if (depth == 0)
        return leaf_value(r, s, p);
    if (out_of_fuel(s))
        return 0;
    s->stats.chance++;
    struct tt_entry e = tt_nothing();
    uint64_t hash = 0;
    bool table = s->tt && depth > 1;
    if (table) {
        hash = pos_hash(p);
        if (tt_probe(s->tt, hash, depth, &e) &&
            (e.lower == e.upper || e.lower >= beta || e.upper <= alpha)) {
            s->stats.hits++;
            return e.lower >= beta || e.lower == e.upper ? e.lower : e.upper;
        }
    }
    struct throws_bounds b = open_bounds(r, s->bound, alpha, beta);
    if (!(s->star2 && depth > 1 && star_probe(r, self, s, p, depth, &b, &e.moves)))
        star_throws(r, self, s, p, depth, &b, &e.moves);
    if (s->stopped)
        return 0;
    int lower = (int)(b.sum_lo / r->weight_sum), upper = (int)(b.sum_hi / r->weight_sum);
    if (table)
        tt_store(s->tt, hash, depth, (struct tt_entry){lower, upper, e.moves});
    return lower >= beta ? lower : upper;
}

#endif
