/* SPDX-License-Identifier: MIT */
/* star.h - dice games: negamax with chance nodes, Star1 windows, Star2 shares.

   A chance node (side about to throw) of depth d has the value

       sum over throws of weight x best move's value, / W, rounded towards zero

   While its throws are searched each has bounds lo and hi, and the sum lies
   between SL and SH.  A throw's value matters only inside the window in which it
   can decide whether the sum reaches `high` or stays at `low` (Ballard's Star1).
   While the other throws are unknown that window is nearly everything.  So each
   throw is asked one narrow question first, whether it reaches its share:

       what the throws look worth, at one ply    g0   g1   g2   g3   g4
       their weighted sum exceeds `high`, so all may be worse by the same
       and the sum still reaches it:             g0-s g1-s g2-s g3-s g4-s

   One good move of each throw proves that, and all bad moves of each throw the
   contrary where the sum looks lower than `low`: Ballard's Star2 with windows of
   one point.  Wrong guesses cost time, never values: all that is kept are bounds,
   and Star1 settles what they leave open.  Cut-offs compare with the unclamped
   window. */
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
        .sum_lo = -(int64_t)bound * r->dice.weight_sum,
        .sum_hi = (int64_t)bound * r->dice.weight_sum,
        .low = sum_staying(alpha, r->dice.weight_sum),
        .high = sum_reaching(beta, r->dice.weight_sum),
    };
    for (int t = 0; t < r->dice.n_throws; t++) {
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

/* The moves of one throw, played and put in order. */
struct choices {
    int n, guess; /* what the best of them looks worth */
    uint8_t again[LUS_MAX_MOVES], order[LUS_MAX_MOVES];
    int lower[LUS_MAX_MOVES], upper[LUS_MAX_MOVES]; /* what the table knows */
    uint64_t hash[LUS_MAX_MOVES];
    lus_pos next[LUS_MAX_MOVES];
};

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

static inline int within(int v, int lower, int upper)
{
    return v < lower ? lower : v > upper ? upper : v;
}

HOT_INLINE void make_choices(const lus_rules *r, const struct search *s, const lus_pos *p,
                             int throw, struct choices *c)
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

/* What the position looks worth that choice i leads to. */
HOT_INLINE int choice_guess(const lus_rules *r, const struct search *s,
                            const struct choices *c, int i)
{
    const lus_pos *next = &c->next[i];
    int result = r->result(r, next);
    if (c->lower[i] == c->upper[i])
        return c->lower[i];
    int v = result ? final_value(r, s, next, result, 0) : static_value(r, s, next);
    return within(c->again[i] ? v : -v, c->lower[i], c->upper[i]);
}

/* The likeliest best first, after the move the table remembers. */
HOT_INLINE void guess_choices(const lus_rules *r, const struct search *s,
                              struct choices *c, unsigned first)
{
    int score[LUS_MAX_MOVES];
    c->guess = -VALUE_MAX;
    for (int i = 0; i < c->n; i++) {
        int v = choice_guess(r, s, c, i), j = i;
        c->guess = larger(c->guess, v);
        v = (unsigned)i == first ? 1 << 30 : v;
        for (; j > 0 && score[j - 1] < v && s->order; j--) {
            score[j] = score[j - 1];
            c->order[j] = c->order[j - 1];
        }
        score[j] = v;
        c->order[j] = (uint8_t)i;
    }
}

HOT_INLINE int choice_value(node_fn *self, struct search *s, const struct choices *c,
                            int k, int depth, int alpha, int beta)
{
    const lus_pos *next = &c->next[k];
    return c->again[k] ? self(s, next, c->hash[k], depth - 1, alpha, beta)
                       : -self(s, next, c->hash[k], depth - 1, -beta, -alpha);
}

/* The best of a throw's choices; after the first the question is whether one is
   better, and how much only if it is. */
HOT_INLINE int star_decide(node_fn *self, struct search *s, const lus_pos *p,
                           const struct choices *c, int depth, int alpha, int beta,
                           int *place)
{
    int best = -VALUE_MAX;
    s->stats.nodes[pos_side(p) != s->root_side]++;
    s->fuel--;
    for (int i = 0; i < c->n; i++) {
        int k = c->order[i], from = best > alpha && !s->plain ? best : alpha;
        int to = i && from + 1 < beta && !s->plain ? from + 1 : beta;
        trace_place(s, k);
        int v = choice_value(self, s, c, k, depth, from, to);
        if (v >= to && to < beta && !s->stopped) {
            trace_place(s, k);
            v = choice_value(self, s, c, k, depth, from, beta);
        }
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

/* A throw at the last ply: every child is a leaf, the pieces in front, listed last,
   first. */
HOT_INLINE int star_leaves(const lus_rules *r, struct search *s, const lus_pos *p,
                           int throw, int beta)
{
    lus_move list[LUS_MAX_MOVES];
    int n = r->moves(r, p, throw, list), known = -VALUE_MAX;
    int32_t best = -INT32_MAX;
    s->stats.nodes[pos_side(p) != s->root_side]++;
    s->fuel--;
    for (int i = n ? n - 1 : 0; i >= 0; i--) {
        lus_pos next = *p;
        int again = n ? r->play(r, &next, throw, list[i]) : r->pass(r, &next, throw), v;
        trace_place(s, i);
        if (known_value(r, s, &next, 0, &v)) {
            trace_leaf(s, &next, v);
            known = larger(known, again ? v : -v);
        } else {
            int32_t score = leaf_score(r, s, &next);
            trace_leaf(s, &next, score_value(r, s, score));
            best = larger(best, again ? score : -score);
        }
        if (beta < VALUE_MAX && larger(known, score_value(r, s, best)) >= beta)
            break;
    }
    return larger(known, score_value(r, s, best));
}

/* The last chance node, exact.  Where the table remembers it for other lines of play
   that costs less than to be asked again whether it reaches something else: Ur at depth
   7 meets 46,000 of them in narrow windows and 27,000 if each is exact. */
HOT_INLINE int star_last(const lus_rules *r, struct search *s, const lus_pos *p)
{
    int64_t sum = 0;
    for (int t = 0; t < r->dice.n_throws; t++) {
        trace_throw(s, p, t, 1, -VALUE_MAX, VALUE_MAX, false);
        int v = star_leaves(r, s, p, r->dice.throws[t].value, VALUE_MAX);
        trace_leave(s, v);
        sum += (int64_t)r->dice.throws[t].weight * v;
    }
    return (int)(sum / r->dice.weight_sum);
}

/* What the table already knows of the children bounds the throw (ETC). */
HOT_INLINE void star_recall(const lus_rules *r, const struct search *s, struct choices *c,
                            int depth, int t, struct throws_bounds *b)
{
    int lower = -VALUE_MAX, upper = -VALUE_MAX;
    for (int i = 0; i < c->n; i++) {
        struct tt_entry e;
        tt_probe(s->tt, c->hash[i], depth - 1, &e);
        c->lower[i] = c->again[i] ? e.lower : -e.upper;
        c->upper[i] = c->again[i] ? e.upper : -e.lower;
        lower = larger(lower, c->lower[i]);
        upper = larger(upper, c->upper[i]);
    }
    if (lower > b->lo[t])
        raise_lo(b, t, r->dice.throws[t].weight, lower);
    if (upper < b->hi[t])
        lower_hi(b, t, r->dice.throws[t].weight, upper);
}

/* Looking for a proof that the sum reaches `high` (sign 1), or stays at `low` (-1):
   which throw to ask next, and by how much every open throw may miss its guess. */
struct proof {
    unsigned asked; /* throws that had their question */
    int next;       /* -1: none is left, or the guesses say it is not so */
    int64_t slack;
};

HOT_INLINE void seek_proof(const lus_rules *r, const struct choices *c,
                           const struct throws_bounds *b, int sign, struct proof *proof)
{
    int64_t over = sign > 0 ? -b->high : b->low;
    int open = 0;
    proof->next = -1;
    for (int k = r->dice.n_throws - 1; k >= 0; k--) {
        int t = r->dice.by_weight[k], weight = r->dice.throws[t].weight;
        if (proof->asked >> t & 1) {
            over += (int64_t)weight * (sign > 0 ? b->lo[t] : -b->hi[t]);
        } else {
            over += (int64_t)weight * sign * within(c[t].guess, b->lo[t], b->hi[t]);
            open += weight;
            proof->next = t;
        }
    }
    if (over < 0 || !open)
        proof->next = -1;
    else
        proof->slack = over / open;
}

/* Star2: asks each throw for its share.  True: the sum is decided. */
HOT_INLINE bool star_shares(const lus_rules *r, node_fn *self, struct search *s,
                            const lus_pos *p, int depth, const struct choices *c,
                            struct throws_bounds *b, unsigned *moves)
{
    struct proof high = {0}, low = {0};
    for (;;) {
        seek_proof(r, c, b, 1, &high);
        seek_proof(r, c, b, -1, &low);
        bool rise = high.next >= 0;
        int t = rise ? high.next : low.next, place = 0;
        if (t < 0)
            return false;
        int64_t share =
            within(c[t].guess, b->lo[t], b->hi[t]) + (rise ? -high.slack - 1 : low.slack);
        int weight = r->dice.throws[t].weight, from = clamp_value(share);
        *(rise ? &high.asked : &low.asked) |= 1u << t;
        if (rise ? b->lo[t] > from : b->hi[t] <= from)
            continue;
        trace_throw(s, p, t, depth, from, from + 1, true);
        int v = star_decide(self, s, p, &c[t], depth, from, from + 1, &place);
        trace_leave(s, v);
        if (s->stopped)
            return true;
        *moves = with_hint(*moves, t, place);
        if (v > from && v > b->lo[t])
            raise_lo(b, t, weight, v);
        if (v <= from && v < b->hi[t])
            lower_hi(b, t, weight, v);
        if (b->sum_lo >= b->high || b->sum_hi <= b->low)
            return true;
    }
}

/* Star1: every throw in its window, until the sum is decided or known. */
HOT_INLINE void star_throws(const lus_rules *r, node_fn *self, struct search *s,
                            const lus_pos *p, int depth, const struct choices *c,
                            struct throws_bounds *b, unsigned *moves)
{
    for (int k = 0; k < r->dice.n_throws; k++) {
        int t = r->dice.by_weight[k], weight = r->dice.throws[t].weight, place = 0;
        if (b->lo[t] == b->hi[t])
            continue;
        int64_t low = fails_low(b, t, weight), high = fails_high(b, t, weight);
        int from = s->plain ? -VALUE_MAX : clamp_value(low);
        int to = s->plain ? VALUE_MAX : clamp_value(high);
        trace_throw(s, p, t, depth, from, to, false);
        int v = depth == 1 ? star_leaves(r, s, p, r->dice.throws[t].value, to)
                           : star_decide(self, s, p, &c[t], depth, from, to, &place);
        trace_leave(s, v);
        if (s->stopped)
            return;
        if (depth > 1)
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

/* Everything that may be cheaper than searching.  True: the sum is decided. */
HOT_INLINE bool star_forecast(const lus_rules *r, node_fn *self, struct search *s,
                              const lus_pos *p, int depth, struct choices *c,
                              struct throws_bounds *b, unsigned *moves)
{
    for (int t = 0; t < r->dice.n_throws; t++)
        make_choices(r, s, p, r->dice.throws[t].value, &c[t]);
    for (int t = 0; t < r->dice.n_throws && s->tt; t++)
        star_recall(r, s, &c[t], depth, t, b);
    if (b->sum_lo >= b->high || b->sum_hi <= b->low)
        return true;
    for (int t = 0; t < r->dice.n_throws && (s->order || s->star2); t++)
        guess_choices(r, s, &c[t], hint_of(*moves, t));
    return s->star2 && star_shares(r, self, s, p, depth, c, b, moves);
}

/* A chance node whose game goes on: bounds that decide its window. */
HOT_INLINE struct tt_entry star_search(const lus_rules *r, node_fn *self,
                                       struct search *s, const lus_pos *p, int depth,
                                       int alpha, int beta, unsigned moves)
{
    if (depth == 1 && s->tt && s->root_depth > 2) {
        int v = star_last(r, s, p);
        return (struct tt_entry){v, v, moves};
    }
    struct choices c[LUS_MAX_THROWS];
    struct throws_bounds b = open_bounds(r, s->bound, alpha, beta);
    if (depth == 1 || !star_forecast(r, self, s, p, depth, c, &b, &moves))
        star_throws(r, self, s, p, depth, c, &b, &moves);
    return (struct tt_entry){(int)(b.sum_lo / r->dice.weight_sum),
                             (int)(b.sum_hi / r->dice.weight_sum), moves};
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
    e = star_search(r, self, s, p, depth, alpha, beta, e.moves);
    if (s->stopped)
        return 0;
    if (s->tt)
        tt_store(s->tt, hash, depth, e);
    return e.lower >= beta ? e.lower : e.upper;
}

#endif
