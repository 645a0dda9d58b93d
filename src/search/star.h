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

/* From here on the children's entries in the table are looked at first. */
enum { RECALL_DEPTH = 2 };

/* The moves of one throw, played and put in order. */
struct choices {
    int n; /* 0: not made yet */
    uint8_t again[LUS_MAX_MOVES], order[LUS_MAX_MOVES];
    uint64_t hash[LUS_MAX_MOVES];
    lus_pos next[LUS_MAX_MOVES];
};

/* How good a move looks: what the network says of the position it leads to, else
   what the game likes. */
HOT_INLINE int choice_score(const lus_rules *r, const struct search *s, const lus_pos *p,
                            lus_move m, const struct choices *c, int i)
{
    if (r->net && !s->classic) {
        int result = r->result(r, &c->next[i]);
        int v = result ? (result == LUS_WIN ? VALUE_WIN : -VALUE_WIN)
                       : net_value(r->net, s->rows, &c->next[i]);
        return c->again[i] ? v : -v;
    }
    return r->liking ? r->liking(r, p, m, &c->next[i]) : 0;
}

/* Likeliest best first, after the move the table remembers. */
HOT_INLINE void order_choices(const lus_rules *r, const struct search *s,
                              const lus_pos *p, const lus_move *list, struct choices *c,
                              unsigned first)
{
    int score[LUS_MAX_MOVES];
    for (int i = 0; i < c->n; i++) {
        int j = i;
        int v = (unsigned)i == first ? 1 << 30 : choice_score(r, s, p, list[i], c, i);
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
    int n = r->moves(r, p, throw, list);
    c->n = n ? n : 1;
    for (int i = 0; i < c->n; i++) {
        lus_pos *next = &c->next[i];
        *next = *p;
        c->again[i] =
            (uint8_t)(n ? r->play(r, next, throw, list[i]) : r->pass(r, next, throw));
        c->order[i] = (uint8_t)i;
        c->hash[i] = pos_hash(next);
        if (s->tt)
            tt_prefetch(s->tt, c->hash[i]);
    }
    if (s->order && n > 1)
        order_choices(r, s, p, list, c, first);
}

/* The best of a throw's choices; `most` limits how many are tried (1: a probe). */
HOT_INLINE int star_decide(node_fn *self, struct search *s, const lus_pos *p,
                           const struct choices *c, int depth, int alpha, int beta,
                           int most, int *place)
{
    int best = -VALUE_MAX;
    s->stats.nodes[pos_side(p) != s->root_side]++;
    s->fuel--;
    for (int i = 0; i < c->n && i < most; i++) {
        int k = c->order[i], from = best > alpha && !s->plain ? best : alpha;
        trace_place(s, k);
        int v = c->again[k] ? self(s, &c->next[k], c->hash[k], depth - 1, from, beta)
                            : -self(s, &c->next[k], c->hash[k], depth - 1, -beta, -from);
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

/* The last ply: every child is a leaf, and all the order worth having is that the
   pieces in front, listed last, come first. */
HOT_INLINE int star_leaves(const lus_rules *r, struct search *s, const lus_pos *p,
                           int throw, int beta)
{
    lus_move list[LUS_MAX_MOVES];
    int n = r->moves(r, p, throw, list), best = -VALUE_MAX;
    s->stats.nodes[pos_side(p) != s->root_side]++;
    s->fuel--;
    for (int i = n ? n - 1 : 0; i >= 0 && (best < beta || s->plain); i--) {
        lus_pos next = *p;
        int again = n ? r->play(r, &next, throw, list[i]) : r->pass(r, &next, throw);
        int v = end_value(r, s, &next);
        trace_place(s, i);
        trace_leaf(s, &next, v);
        v = again ? v : -v;
        best = v > best ? v : best;
    }
    return best;
}

/* What the table already knows of all children bounds every throw (ETC). */
HOT_INLINE void star_recall(const lus_rules *r, const struct search *s,
                            const struct choices *c, int depth, struct throws_bounds *b)
{
    for (int t = 0; t < r->n_throws; t++) {
        int lower = -VALUE_MAX, upper = -VALUE_MAX;
        for (int i = 0; i < c[t].n; i++) {
            struct tt_entry e;
            tt_probe(s->tt, c[t].hash[i], depth - 1, &e);
            int lo = c[t].again[i] ? e.lower : -e.upper;
            int hi = c[t].again[i] ? e.upper : -e.lower;
            lower = lo > lower ? lo : lower;
            upper = hi > upper ? hi : upper;
        }
        if (lower > b->lo[t])
            raise_lo(b, t, r->throws[t].weight, lower);
        if (upper < b->hi[t])
            lower_hi(b, t, r->throws[t].weight, upper);
    }
}

/* Star2: one move of each throw.  True: the sum reaches `high` already. */
HOT_INLINE bool star_probe(const lus_rules *r, node_fn *self, struct search *s,
                           const lus_pos *p, int depth, struct choices *c,
                           struct throws_bounds *b, unsigned moves)
{
    for (int k = 0; k < r->n_throws; k++) {
        int t = r->by_weight[k], weight = r->throws[t].weight, place = 0;
        /* With every other throw at its best, this throw must exceed `need`. */
        int64_t others = b->sum_hi - (int64_t)weight * b->hi[t];
        int64_t need = ceil_div(b->high - others, weight) - 1;
        int64_t enough = fails_high(b, t, weight);
        int from = clamp_value(need), to = clamp_value(enough);
        if (from >= to)
            return false;
        if (!c[t].n)
            make_choices(r, s, p, r->throws[t].value, hint_of(moves, t), &c[t]);
        trace_throw(s, p, t, depth, from, to, true);
        int v = star_decide(self, s, p, &c[t], depth, from, to, 1, &place);
        trace_leave(s, v);
        if (s->stopped)
            return true;
        if (v <= need)
            return false;
        if (v > b->lo[t])
            raise_lo(b, t, weight, v);
        if (b->sum_lo >= b->high)
            return true;
    }
    return false;
}

/* Star1: every throw in its window, until the sum is decided or known. */
HOT_INLINE void star_throws(const lus_rules *r, node_fn *self, struct search *s,
                            const lus_pos *p, int depth, struct choices *c,
                            struct throws_bounds *b, unsigned *moves)
{
    for (int k = 0; k < r->n_throws; k++) {
        int t = r->by_weight[k], weight = r->throws[t].weight, throw = r->throws[t].value;
        int64_t low = fails_low(b, t, weight), high = fails_high(b, t, weight);
        int from = s->plain ? -VALUE_MAX : clamp_value(low), place = 0, v;
        int to = s->plain ? VALUE_MAX : clamp_value(high);
        trace_throw(s, p, t, depth, from, to, false);
        if (depth == 1) {
            v = star_leaves(r, s, p, throw, to);
        } else {
            if (!c[t].n)
                make_choices(r, s, p, throw, hint_of(*moves, t), &c[t]);
            v = star_decide(self, s, p, &c[t], depth, from, to, LUS_MAX_MOVES, &place);
        }
        trace_leave(s, v);
        if (s->stopped)
            return;
        *moves = with_hint(*moves, t, place);
        if (v > low && v > b->lo[t])
            raise_lo(b, t, weight, v);
        if (v < high && v < b->hi[t])
            lower_hi(b, t, weight, v);
        if ((v <= low || v >= high) && !s->plain) {
            s->stats.cutoffs++;
            return;
        }
    }
}

/* Fills the bounds of the sum, by everything that may be cheaper than searching. */
HOT_INLINE void star_bounds(const lus_rules *r, node_fn *self, struct search *s,
                            const lus_pos *p, int depth, struct throws_bounds *b,
                            unsigned *moves)
{
    struct choices c[LUS_MAX_THROWS];
    if (depth > 1)
        for (int t = 0; t < r->n_throws; t++)
            c[t].n = 0;
    if (s->tt && depth >= RECALL_DEPTH) {
        for (int t = 0; t < r->n_throws; t++)
            make_choices(r, s, p, r->throws[t].value, hint_of(*moves, t), &c[t]);
        star_recall(r, s, c, depth, b);
        if (b->sum_lo >= b->high || b->sum_hi <= b->low)
            return;
    }
    if (s->star2 && depth > 1 && star_probe(r, self, s, p, depth, c, b, *moves))
        return;
    star_throws(r, self, s, p, depth, c, b, moves);
}

HOT_INLINE int star_body(const lus_rules *r, node_fn *self, struct search *s,
                         const lus_pos *p, uint64_t hash, int depth, int alpha, int beta)
{
    int result = r->result(r, p), known;
    struct tt_entry e = tt_nothing();
    if (known_value(r, s, p, depth, &known))
        return known;
    if (result != LUS_ONGOING)
        return final_value(r, s, p, result, depth);
    if (depth == 0)
        return leaf_value(r, s, p);
    if (out_of_fuel(s))
        return 0;
    s->stats.chance++;
    if (s->tt && tt_probe(s->tt, hash, depth, &e) &&
        entry_settles(s, &e, alpha, beta, &known))
        return known;
    struct throws_bounds b = open_bounds(r, s->bound, alpha, beta);
    star_bounds(r, self, s, p, depth, &b, &e.moves);
    if (s->stopped)
        return 0;
    int lower = (int)(b.sum_lo / r->weight_sum), upper = (int)(b.sum_hi / r->weight_sum);
    if (s->tt)
        tt_store(s->tt, hash, depth, (struct tt_entry){lower, upper, e.moves});
    return lower >= beta ? lower : upper;
}

#endif
